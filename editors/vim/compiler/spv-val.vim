" :make reports all errors of the file.
if exists('current_compiler')
  finish
endif
let current_compiler = 'spv-val'

CompilerSet makeprg=spv-val\ --format\ concise\ %:S
CompilerSet errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%f:%l:%c:\ %tedantic:\ %m
