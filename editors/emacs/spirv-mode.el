;;; spirv-mode.el --- Major mode for SPIR-V assembly -*- lexical-binding: t -*-

;; Version: 1.0.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Highlights SPIR-V assembly, compiles with spv-val (M-x compile), and starts
;; spv-lsp with M-x eglot.

;;; Code:

(require 'compile)

(defgroup spirv nil
  "SPIR-V assembly."
  :group 'languages)

(defcustom spirv-server-command '("spv-lsp")
  "The language server and its arguments."
  :type '(repeat string))

(defvar spirv-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?\; "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?% "_" table)
    (modify-syntax-entry ?_ "_" table)
    table)
  "Syntax table of `spirv-mode'.")

(defconst spirv-font-lock-keywords
  '(("\\(%[A-Za-z0-9_]+\\)[ \t]*=" 1 font-lock-variable-name-face)
    ("\\_<OpType[A-Za-z0-9]*" . font-lock-type-face)
    ("\\_<Op\\(?:Spec\\)?Constant[A-Za-z0-9]*" . font-lock-constant-face)
    ("\\_<Op[A-Z][A-Za-z0-9]*" . font-lock-keyword-face)
    ("%[A-Za-z0-9_]+" . font-lock-function-name-face)
    ("\\_<[A-Z][A-Za-z0-9_]*\\_>" . font-lock-builtin-face))
  "What `spirv-mode' highlights.")

;;;###autoload
(define-derived-mode spirv-mode prog-mode "SPIR-V"
  "Major mode for SPIR-V assembly."
  (setq-local comment-start "; ")
  (setq-local comment-start-skip ";+[ \t]*")
  (setq-local font-lock-defaults '(spirv-font-lock-keywords))
  (when buffer-file-name
    (setq-local compile-command
                (concat "spv-val --format concise "
                        (shell-quote-argument buffer-file-name)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.spvasm\\'" . spirv-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               (cons 'spirv-mode (lambda (&rest _) spirv-server-command))))

(provide 'spirv-mode)

;;; spirv-mode.el ends here
