package client

import (
	"context"
	"time"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// recordTry bounds one try to read records: what a server allows at most.
const recordTry = time.Minute

// Table is what everybody may see of a table, at least of a version; 0: the
// newest.
func (c *Client) Table(ctx context.Context, id string, atLeast uint32) (*apiv1.Table, error) {
	m := &apiv1.GetTableRequest{TableId: id, AtLeastVersion: atLeast}
	r, err := call(ctx, c, credential{}, m, c.api.GetTable)
	return r.GetTable(), err
}

// Records are the records of a table's revealed rounds, one JSON object each; of
// the match with the number, or of all matches for 0.
func (c *Client) Records(ctx context.Context, id string, match uint32) ([]string, error) {
	patient := *c // the server reads a whole log for it
	patient.o.Try = max(c.o.Try, recordTry)
	m := &apiv1.GetRecordRequest{TableId: id, Match: match}
	r, err := call(ctx, &patient, credential{}, m, c.api.GetRecord)
	return r.GetRecords(), err
}

// Tables is one page of the list of tables.
func (c *Client) Tables(ctx context.Context, m *apiv1.ListTablesRequest) (*apiv1.ListTablesResponse, error) {
	return call(ctx, c, credential{}, m, c.api.ListTables)
}

// Standings is one page of a ladder.
func (c *Client) Standings(ctx context.Context, m *apiv1.ListStandingsRequest) (*apiv1.ListStandingsResponse, error) {
	return call(ctx, c, credential{}, m, c.api.ListStandings)
}

// Rules tells every knob of a game and its value.
func (c *Client) Rules(ctx context.Context, m *apiv1.GetRulesRequest) (*apiv1.GetRulesResponse, error) {
	return call(ctx, c, credential{}, m, c.api.GetRules)
}
