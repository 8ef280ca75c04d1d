(comment) @comment
(string) @string
(escape) @string.escape
[(number) (immediate)] @number
(enumerant) @constant.builtin
(id) @variable
(result (id) @variable.parameter)
"=" @operator

(opcode) @keyword
((opcode) @type (#match? @type "^OpType"))
((opcode) @constant (#match? @constant "^Op(Spec)?Constant"))
((opcode) @keyword.control
 (#match? @keyword.control
  "^Op(Label|Branch|Switch|Return|Kill|Unreachable|LoopMerge|SelectionMerge|Phi|Function)"))
