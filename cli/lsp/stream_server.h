// The language server on two streams: one thread reads messages, another one
// answers them in order.
//
// Tested by server_test.cc.
#ifndef PLUMB_CLI_LSP_STREAM_SERVER_H_
#define PLUMB_CLI_LSP_STREAM_SERVER_H_

namespace plumb::lsp {

// Answers messages until "exit" or the end of the input.  Returns the exit
// status: 0 after "shutdown", otherwise 1.  `in` and `out` are file descriptors
// of the client, which stay the caller's.
int ServeStreams(int in, int out);

}  // namespace plumb::lsp

#endif  // PLUMB_CLI_LSP_STREAM_SERVER_H_
