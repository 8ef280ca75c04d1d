((comment) @injection.content
 (#set! injection.language "comment"))

; The source that a module was compiled from.
((instruction
  (opcode) @_opcode
  (enumerant) @_language
  (string) @injection.content)
 (#eq? @_opcode "OpSource")
 (#eq? @_language "GLSL")
 (#set! injection.language "glsl"))
