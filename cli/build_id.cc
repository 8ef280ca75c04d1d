#include "cli/build_id.h"

#include <elf.h>
#include <link.h>

#include <cstddef>

namespace plumb {
namespace {

// Parts of a note begin at multiples of four bytes.
size_t Aligned(size_t size) { return (size + 3) & ~size_t{3}; }

// The description of the build id among notes: owner, kind and length, then the
// owner's name, then the description.
absl::string_view BuildIdIn(absl::string_view notes) {
  constexpr absl::string_view kOwner("GNU\0", 4);
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    const auto* const header =
        reinterpret_cast<const ElfW(Nhdr)*>(notes.data());
    notes.remove_prefix(sizeof(*header));
    const size_t name_size = Aligned(header->n_namesz);
    const size_t size = name_size + Aligned(header->n_descsz);
    if (size > notes.size()) break;
    if (header->n_type == NT_GNU_BUILD_ID &&
        notes.substr(0, header->n_namesz) == kOwner) {
      return notes.substr(name_size, header->n_descsz);
    }
    notes.remove_prefix(size);
  }
  return {};
}

// Called for the program itself first.
int FindInProgram(dl_phdr_info* info, size_t /*size*/, void* result) {
  auto* const id = static_cast<absl::string_view*>(result);
  for (const auto* segment = info->dlpi_phdr;
       segment != info->dlpi_phdr + info->dlpi_phnum && id->empty();
       ++segment) {
    if (segment->p_type != PT_NOTE) continue;
    const auto at = info->dlpi_addr + segment->p_vaddr;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): this is how it is told
    const auto* const notes = reinterpret_cast<const char*>(at);
    *id = BuildIdIn({notes, segment->p_memsz});
  }
  return 1;  // no further object
}

}  // namespace

absl::string_view BuildId() {
  static const absl::string_view kId = [] {
    absl::string_view id;
    dl_iterate_phdr(FindInProgram, &id);
    return id;
  }();
  return kId;
}

}  // namespace plumb
