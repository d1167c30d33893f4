package jetstream

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// getRequest asks for one stored message, by sequence or as a subject's last.
type getRequest struct {
	Seq     uint64 `json:"seq,omitempty"`
	Subject string `json:"last_by_subj,omitempty"`
}

type getResponse struct {
	Error   *jetstream.APIError `json:"error"`
	Message *struct {
		Subject string    `json:"subject"`
		Seq     uint64    `json:"seq"`
		Header  []byte    `json:"hdrs"`
		Data    []byte    `json:"data"`
		Time    time.Time `json:"time"`
	} `json:"message"`
}

// get reads one commit of the table from the leader of its stream. Errors:
// eventlog.ErrNotFound, ErrUnknownShard, ErrUnavailable, ErrInvalid.
func (l *Log) get(ctx context.Context, table subject.TableID, what getRequest) (eventlog.Commit, error) {
	if len(l.shards) > 0 && !slices.Contains(l.shards, table.Shard()) {
		return eventlog.Commit{}, &eventlog.UnknownShardError{Table: table}
	}
	request, err := json.Marshal(what)
	if err != nil {
		return eventlog.Commit{}, err
	}
	reply, err := l.answers.Ask(ctx, "$JS.API.STREAM.MSG.GET."+subject.GameStream(table.Shard()), nil, request, l.timeout)
	if err != nil {
		return eventlog.Commit{}, fmt.Errorf("%w: %w", eventlog.ErrUnavailable, err)
	}
	var response getResponse
	if err := json.Unmarshal(reply.Data, &response); err != nil {
		return eventlog.Commit{}, fmt.Errorf("%w: answer of the broker: %w", eventlog.ErrUnavailable, err)
	}
	return response.commit(table)
}

func (r getResponse) commit(table subject.TableID) (eventlog.Commit, error) {
	if r.Error != nil && r.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound {
		return eventlog.Commit{}, eventlog.ErrNotFound
	}
	if r.Error != nil {
		return eventlog.Commit{}, fmt.Errorf("%w: %w", eventlog.ErrUnavailable, r.Error)
	}
	m := r.Message
	if m == nil {
		return eventlog.Commit{}, fmt.Errorf("%w: the broker's answer holds no message", eventlog.ErrUnavailable)
	}
	if m.Subject != subject.Game(table) {
		return eventlog.Commit{}, fmt.Errorf("%w: message %d is not of table %s", eventlog.ErrInvalid, m.Seq, table)
	}
	header := nats.Header{}
	if len(m.Header) > 0 {
		var err error
		if header, err = nats.DecodeHeadersMsg(m.Header); err != nil {
			return eventlog.Commit{}, malformed(table, m.Seq, err)
		}
	}
	return commit(table, m.Seq, m.Time, header, m.Data)
}
