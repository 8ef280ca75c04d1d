//! Links libplumb.so.1, which is in the folder PLUMB_LIB_DIR, or where the linker
//! finds it.

fn main() {
    println!("cargo:rerun-if-env-changed=PLUMB_LIB_DIR");
    if let Ok(folder) = std::env::var("PLUMB_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
    }
    // By the name that the package of the runtime has, without its headers.
    println!("cargo:rustc-link-lib=dylib:+verbatim=libplumb.so.1");
}
