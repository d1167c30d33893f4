package wire

import (
	"google.golang.org/protobuf/proto"
)

// DecodedRequest reads a request through the messages of the contract alone.
func DecodedRequest(c *Codec, b []byte) (Request, error) { return c.decodeRequest(b) }

// DecodedReply reads a reply through the messages of the contract alone.
func DecodedReply(c *Codec, b []byte) (Reply, error) { return c.decodeReply(b) }

// EventNames lists the oneof cases that are mapped, with the Go type of each.
func EventNames() map[string]string { return names(eventPairs()) }

// CommandNames lists the oneof cases that are mapped, with the Go type of each.
func CommandNames() map[string]string { return names(commandPairs()) }

func names[G any, M proto.Message](pairs []pair[G, M]) map[string]string {
	out := make(map[string]string)
	for _, p := range pairs {
		out[p.name] = p.kind.String()
	}
	return out
}
