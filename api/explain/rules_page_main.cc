// Writes the page of all rules (rules_page.h) to standard output.
#include <cstdio>
#include <exception>
#include <string>

#include "api/explain/rules_page.h"

int main() {
  try {
    const std::string page = plumb::RulesPage();
    return std::fwrite(page.data(), 1, page.size(), stdout) == page.size() ? 0
                                                                           : 1;
  } catch (const std::exception& error) {
    std::fputs(error.what(), stderr);
    return 1;
  }
}
