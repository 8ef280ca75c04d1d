;;; session.el --- A session of spirv-mode and eglot  -*- lexical-binding: t -*-

;;; Commentary:

;; The test of the mode and of spv-lsp in Emacs, in batch mode.

;;; Code:

(require 'ert)
(load (getenv "MODE"))

(ert-deftest spirv-mode-highlights ()
  (with-temp-buffer
    (insert "%a = OpTypeInt 32 0 ; comment\nOpName %a \"x;y\"\n")
    (spirv-mode)
    (font-lock-ensure)
    (let ((face-at (lambda (text)
                     (goto-char (point-min))
                     (search-forward text)
                     (get-text-property (1- (point)) 'face))))
      (should (eq (funcall face-at "%a") 'font-lock-variable-name-face))
      (should (eq (funcall face-at "OpTypeInt") 'font-lock-type-face))
      (should (eq (funcall face-at "comment") 'font-lock-comment-face))
      (should (eq (funcall face-at "OpName") 'font-lock-keyword-face))
      (should (eq (funcall face-at "x;y") 'font-lock-string-face)))))

(defun session-diagnostics ()
  "The texts of the diagnostics, once the server has sent those of the buffer."
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun session-wait (condition)
  "Wait until CONDITION returns non-nil, or fail."
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (should (funcall condition))))

(ert-deftest spirv-mode-uses-the-server ()
  (skip-unless (require 'eglot nil t))
  (let ((eglot-sync-connect 20)
        (eglot-send-changes-idle-time 0)
        (flymake-no-changes-timeout 0.1))
    (find-file (getenv "TEXT"))
    (should (eq major-mode 'spirv-mode))
    ;; Without asking: the project is the folder.
    (apply #'eglot--connect (eglot--guess-contact))
    (session-wait #'eglot-managed-p)
    (session-wait (lambda () (null (session-diagnostics))))
    (goto-char (point-min))
    (search-forward "OpTypeVoid")
    (replace-match "OpTypeViod")
    (eglot--signal-textDocument/didChange)
    (session-wait (lambda () (session-diagnostics)))
    (should (string-match-p "no opcode has this name"
                            (car (session-diagnostics))))
    (goto-char (point-min))
    (search-forward "OpTypeViod")
    (replace-match "OpTypeVoid")
    (eglot--signal-textDocument/didChange)
    (session-wait (lambda () (null (session-diagnostics))))
    (goto-char (point-min))
    (search-forward "%main")
    (backward-char)
    (eglot-rename "start")
    (goto-char (point-min))
    (should (search-forward "OpEntryPoint GLCompute %start \"main\""))
    (should (search-forward "%start = OpFunction"))
    (set-buffer-modified-p nil)
    (eglot-shutdown (eglot-current-server))))

(ert-run-tests-batch-and-exit)

;;; session.el ends here
