package mcp

import (
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/factline/memory/secrets"
)

// quiet is a message without secrets in its error. The library repeats names that it does not know, of tools, prompts, resources and
// methods, and a client may have put anything there.
func quiet(msg jsonrpc.Message) jsonrpc.Message {
	r, ok := msg.(*jsonrpc.Response)
	var fault *jsonrpc.Error
	if !ok || !errors.As(r.Error, &fault) {
		return msg
	}
	words, found := secrets.Redact(r.Error.Error()) // of the whole: the library wraps a fault in more words
	data, inData := secrets.Redact(string(fault.Data))
	if len(found)+len(inData) == 0 {
		return msg
	}
	out := &jsonrpc.Error{Code: fault.Code, Message: words, Data: json.RawMessage(data)}
	if !json.Valid(out.Data) {
		out.Data = nil
	}
	return &jsonrpc.Response{ID: r.ID, Result: r.Result, Error: out}
}
