; Functions and constructs are folded by the language server; without it, long strings.
(string) @fold
(comment)+ @fold
