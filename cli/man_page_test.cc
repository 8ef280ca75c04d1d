#include "cli/man_page.h"

#include <string>

#include "CLI/CLI.hpp"
#include "gtest/gtest.h"

namespace plumb {
namespace {

TEST(ManPageTest, HasWhatHelpHas) {
  CLI::App app("Says what's wrong.", "spv-x");
  std::string file, mode;
  app.set_help_flag();
  app.add_option("FILE", file, "What to read")->type_name("");
  app.add_option("--in-mode", mode, ".dots and C:\\path")->type_name("MODE");
  app.add_flag_callback(
         "-q,--quiet", [] {}, "Say nothing")
      ->group("Others");
  app.add_flag_callback(
         "--secret", [] {}, "Nobody knows")
      ->group("");
  app.footer(
      "Examples:\n  spv-x a.spv\n  .hidden\n\nExit status:\n  0  all is well");
  EXPECT_EQ(ManPage(app, "1.2"),
            R"(.TH SPV\-X 1 "" "Plumb 1.2" "User Commands"
.SH NAME
spv\-x \- says what's wrong
.SH SYNOPSIS
.B spv\-x [OPTIONS] [FILE]
.SH DESCRIPTION
Says what's wrong.
.SH OPTIONS
.SS Positionals
.TP
.B "FILE"
What to read
.SS Options
.TP
.B "\-\-in\-mode MODE"
\&.dots and C:\epath
.SS Others
.TP
.B "\-q, \-\-quiet"
Say nothing
.SH EXAMPLES
.nf
spv\-x a.spv
\&.hidden
.fi
.SH EXIT STATUS
.nf
0  all is well
.fi
.SH SEE ALSO
.BR spv\-as (1),
.BR spv\-val (1),
.BR spv\-dis (1),
.BR spv\-cfg (1),
.BR spv\-lsp (1)
)");
}

}  // namespace
}  // namespace plumb
