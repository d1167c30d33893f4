package api

import (
	"context"
	"errors"
	"fmt"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/replay"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/tablehost"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// GetRecord gives the records of a table's revealed rounds, from the log.
func (a *API) GetRecord(ctx context.Context, m *apiv1.GetRecordRequest) (*apiv1.GetRecordResponse, error) {
	id, err := tablehost.TableID(m.GetTableId())
	if err != nil {
		return nil, err
	}
	only := fmt.Sprintf("%s.%d", id, m.GetMatch())
	out := &apiv1.GetRecordResponse{}
	for rec, err := range replay.Rounds(replay.Decode(a.o.Codec, a.o.Log.History(ctx, id, 0))) {
		if err != nil {
			return nil, LogError(err)
		}
		if m.GetMatch() != 0 && rec.Deal.MatchID != only {
			continue
		}
		line, err := rec.MarshalJSON()
		if err != nil {
			return nil, err
		}
		out.Records = append(out.Records, string(line))
	}
	return out, nil
}

// LogError is an error of the event log as a client may see it.
func LogError(err error) error {
	switch {
	case errors.Is(err, eventlog.ErrNotFound):
		return fmt.Errorf("%w: %w", rpcerr.New(rpcerr.ReasonUnknownTable, "there is no such table"), err)
	case errors.Is(err, eventlog.ErrUnavailable):
		return fmt.Errorf("%w: %w", rpcerr.New(rpcerr.ReasonUnavailable, "the log did not answer; try again"), err)
	}
	return err
}
