package listing

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tranca.example/pkg/projection"
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

// Page answers a query with the next tables after its token, from all shards
// together, the last changed first.
func (l *List) Page(ctx context.Context, q wire.ListTables) (wire.Reply, error) {
	after, err := cursorOf(q.Page.Token)
	if err != nil {
		return wire.Reply{}, err
	}
	size := pageSize(q.Page.Size)
	rows, err := projection.Pages(ctx, l.Store(), l.shards, listName(q.Private, string(q.Phase), q.Preset), after, size)
	if errors.Is(err, projection.ErrInvalid) {
		return wire.Reply{}, rpcerr.New(rpcerr.ReasonMalformed, "phase or preset hold a zero byte").With("field", "preset")
	}
	if err != nil {
		return wire.Reply{}, fmt.Errorf("%w: %w", rpcerr.New(rpcerr.ReasonUnavailable, "the list of tables does not answer"), err)
	}
	reply := wire.Reply{Seat: -1}
	for _, row := range rows {
		s, err := l.state(row)
		if err != nil {
			return wire.Reply{}, err
		}
		reply.Tables = append(reply.Tables, s)
	}
	if len(rows) == size {
		reply.NextPage = token(rows[size-1].Cursor())
	}
	return reply, nil
}

func pageSize(want uint32) int {
	if want == 0 {
		return defaultPage
	}
	return int(min(want, maxPage))
}

func (l *List) state(row projection.Row) (table.State, error) {
	reply, err := l.owner.Codec.DecodeReply(row.Value)
	if err != nil {
		return table.State{}, fmt.Errorf("row of table %s: %w", row.Key, err)
	}
	if reply.State == nil {
		return table.State{}, fmt.Errorf("row of table %s holds no table", row.Key)
	}
	return *reply.State, nil
}

// token names the row after which a page begins.
func token(cursor string) string { return base64.RawURLEncoding.EncodeToString([]byte(cursor)) }

// cursorOf reads a token.
func cursorOf(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	order, key, _ := strings.Cut(string(raw), projection.Separator)
	if _, numErr := strconv.ParseUint(order, 10, 64); err == nil && numErr == nil {
		if _, err := subject.ParseTableID(key); err == nil {
			return string(raw), nil
		}
	}
	return "", rpcerr.New(rpcerr.ReasonMalformed, "the page token is not one of ours").With("field", "page_token")
}
