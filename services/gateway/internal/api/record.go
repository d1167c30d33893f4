package api

import (
	"context"
	"fmt"

	"tranca.example/pkg/replay"
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
	last, err := a.last(ctx, m, id)
	if err != nil {
		return nil, err
	}
	for rec, err := range replay.Rounds(replay.Decode(a.o.Codec, upTo(last, a.o.Log.History(ctx, id, 0)))) {
		if err != nil {
			return nil, err
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
