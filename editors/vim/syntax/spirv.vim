" SPIR-V assembly.
if exists('b:current_syntax')
  finish
endif

syntax case match
syntax match spirvEnumerant /\<[A-Za-z]\k*\>/
syntax match spirvNumber /!\?[-+]\?\<\%(0x[0-9A-Fa-f.]\+\%(p[-+]\?\d\+\)\?\|\d\+\%(\.\d*\)\?\%(e[-+]\?\d\+\)\?\)\>/
syntax match spirvId /%[A-Za-z0-9_]\+/
syntax match spirvResult /%[A-Za-z0-9_]\+\ze\s*=/
syntax match spirvOpcode /\<Op[A-Z]\k*\>/
syntax match spirvType /\<OpType\k*\>/
syntax match spirvConstant /\<Op\%(Spec\)\?Constant\k*\>/
syntax match spirvControl /\<Op\%(Label\|Branch\%(Conditional\)\?\|Switch\|Return\%(Value\)\?\|Kill\|Unreachable\|LoopMerge\|SelectionMerge\|Phi\|Function\%(End\|Parameter\|Call\)\?\|TerminateInvocation\)\>/
syntax region spirvString start=/"/ skip=/\\./ end=/"/
syntax match spirvComment /;.*$/ contains=spirvTodo,@Spell
syntax keyword spirvTodo TODO FIXME contained

highlight default link spirvComment Comment
highlight default link spirvTodo Todo
highlight default link spirvString String
highlight default link spirvNumber Number
highlight default link spirvId Identifier
highlight default link spirvResult Define
highlight default link spirvOpcode Statement
highlight default link spirvType Type
highlight default link spirvConstant Constant
highlight default link spirvControl Conditional
highlight default link spirvEnumerant PreProc

let b:current_syntax = 'spirv'
