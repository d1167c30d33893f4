package listing

import (
	"context"
	"encoding/base64"
	"strings"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// Sizes of a page.
const (
	defaultPage = 50
	maxPage     = 200
)

// Page answers a query with the next tables after its token.
func (l *List) Page(ctx context.Context, q wire.ListTables) (wire.Reply, error) {
	at, after, err := l.start(q.Page.Token)
	if err != nil {
		return wire.Reply{}, err
	}
	size := pageSize(q.Page.Size)
	name := listName(string(q.Phase), q.Preset)
	reply := wire.Reply{Seat: -1}
	for ; at < len(l.shards); at, after = at+1, "" {
		rows, err := l.store.List(ctx, l.shards[at], name, after, size-len(reply.Tables))
		if err != nil {
			return wire.Reply{}, rpcerr.New(rpcerr.ReasonUnavailable, "the list of tables does not answer")
		}
		for _, row := range rows {
			s, err := l.state(row.Value)
			if err != nil {
				return wire.Reply{}, err
			}
			reply.Tables = append(reply.Tables, s)
			after = row.Cursor()
		}
		if len(reply.Tables) == size {
			reply.NextPage = token(l.shards[at], after)
			return reply, nil
		}
	}
	return reply, nil
}

func pageSize(want uint32) int {
	if want == 0 {
		return defaultPage
	}
	return int(min(want, maxPage))
}

func (l *List) state(value []byte) (table.State, error) {
	reply, err := l.codec.DecodeReply(value)
	if err != nil || reply.State == nil {
		return table.State{}, err
	}
	return *reply.State, nil
}

// token names the row after which a page begins.
func token(shard subject.Shard, cursor string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(shard.String() + " " + cursor))
}

// start reads a token: the index of the shard and the cursor in it.
func (l *List) start(text string) (at int, after string, err error) {
	if text == "" {
		return 0, "", nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	name, cursor, found := strings.Cut(string(raw), " ")
	if err == nil && found {
		for i, shard := range l.shards {
			if shard.String() == name {
				return i, cursor, nil
			}
		}
	}
	return 0, "", rpcerr.New(rpcerr.ReasonMalformed, "the page token is not one of ours").With("field", "page_token")
}
