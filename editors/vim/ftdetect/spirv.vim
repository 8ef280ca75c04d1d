autocmd BufNewFile,BufRead *.spvasm setfiletype spirv
