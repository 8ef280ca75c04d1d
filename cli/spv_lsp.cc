// spv-lsp: a language server for assembly texts, on standard input and output.
//
// Tested by testdata/lsp and cli/lsp/server_test.cc.
#include <unistd.h>

#include <csignal>
#include <string>

#include "CLI/CLI.hpp"
#include "cli/command_line.h"
#include "cli/lsp/stream_server.h"

namespace plumb {
namespace {

constexpr char kProgram[] = "spv-lsp";
constexpr char kExamples[] =
    "  vim.lsp.start({cmd = {'spv-lsp'}, filetypes = {'spirv'}})\n";
constexpr char kStatuses[] =
    "Exit status:\n  0  the client ended the server\n  1  the client ended "
    "without doing so\n  2  the command line is wrong";

int Main(int argc, const char* const* argv) {
  CLI::App app(
      "Serves editors that speak the Language Server Protocol 3.17, on "
      "standard input and output.",
      kProgram);
  // Clients pass it to all servers.
  app.add_flag_callback(
      "--stdio", [] {}, "Use standard input and output, which is the default");
  SetUpProgram(&app, kExamples, kStatuses);
  if (const auto status = ParseCommandLine(&app, argc, argv)) return *status;
  // A client that is gone is an error of the next write.
  std::signal(SIGPIPE, SIG_IGN);
  return lsp::ServeStreams(STDIN_FILENO, STDOUT_FILENO);
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  return plumb::GuardedMain(plumb::kProgram, plumb::Main, argc, argv);
}
