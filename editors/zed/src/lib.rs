//! Tells Zed where the language server is.
use zed_extension_api as zed;

struct Spirv;

impl zed::Extension for Spirv {
    fn new() -> Self {
        Spirv
    }

    fn language_server_command(
        &mut self,
        _id: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let command = worktree
            .which("spv-lsp")
            .ok_or("spv-lsp must be in PATH")?;
        Ok(zed::Command { command, args: vec![], env: worktree.shell_env() })
    }
}

zed::register_extension!(Spirv);
