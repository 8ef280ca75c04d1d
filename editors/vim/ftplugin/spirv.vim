" SPIR-V assembly.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:; commentstring=;\ %s
" Names of ids have a percent sign.
setlocal iskeyword=@,48-57,_,%
setlocal formatoptions-=t
compiler spv-val

let b:undo_ftplugin = 'setlocal comments< commentstring< iskeyword< formatoptions<'
      \ . ' makeprg< errorformat<'

if has('nvim')
  lua require('plumb').attach()
endif
