package api

import (
	"context"
	"errors"
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// errNoAnswer says that a service answered something else than was asked.
var errNoAnswer = errors.New("the reply lacks what was asked for")

// ask sends a query.
func (a *API) ask(ctx context.Context, tableID string, c wire.Credential, q wire.Query) (wire.Reply, error) {
	return a.o.Via.Do(ctx, wire.Request{TableID: tableID, Credential: c, Deadline: deadline(ctx), Query: q})
}

// ListPresets lists the games that can be played.
func (a *API) ListPresets(context.Context, *apiv1.ListPresetsRequest) (*apiv1.ListPresetsResponse, error) {
	return &apiv1.ListPresetsResponse{Presets: a.presets}, nil
}

// GetRules tells every knob of a game and its value.
func (a *API) GetRules(_ context.Context, m *apiv1.GetRulesRequest) (*apiv1.GetRulesResponse, error) {
	rules, err := domino.NewRules(m.GetPreset(), m.GetKnobs())
	if err != nil {
		return nil, err
	}
	knobs, err := wire.KnobViews(rules)
	if err != nil {
		return nil, err
	}
	return &apiv1.GetRulesResponse{Preset: wire.PresetView(rules), Knobs: knobs}, nil
}

// ListTables lists tables, newest first; those that are private to officials alone.
func (a *API) ListTables(ctx context.Context, m *apiv1.ListTablesRequest) (*apiv1.ListTablesResponse, error) {
	if m.GetPrivate() {
		if _, err := a.officer(ctx, m); err != nil {
			return nil, err
		}
	}
	reply, err := a.ask(ctx, "", wire.Credential{}, wire.ListTables{
		Phase: table.Phase(m.GetPhase()), Preset: m.GetPreset(),
		Page: wire.Page{Size: m.GetPageSize(), Token: m.GetPageToken()}, Private: m.GetPrivate(),
	})
	if err != nil {
		return nil, err
	}
	out := &apiv1.ListTablesResponse{NextPageToken: reply.NextPage}
	for _, s := range reply.Tables {
		out.Tables = append(out.Tables, a.o.Codec.TableSummary(s))
	}
	return out, nil
}

// GetTable gives what everybody may see of a table.
func (a *API) GetTable(ctx context.Context, m *apiv1.GetTableRequest) (*apiv1.GetTableResponse, error) {
	id, err := tablehost.TableID(m.GetTableId())
	if err != nil {
		return nil, err
	}
	reply, err := a.ask(ctx, m.GetTableId(), wire.Credential{}, wire.GetState{AtLeast: m.GetAtLeastVersion()})
	if err != nil {
		return nil, err
	}
	if reply.State == nil {
		return nil, fmt.Errorf("get table: %w", errNoAnswer)
	}
	s := *reply.State
	if s.Delayed() {
		if s, err = a.sees(ctx, m, id, s); err != nil {
			return nil, err
		}
	}
	return &apiv1.GetTableResponse{Table: a.o.Codec.TableView(s)}, nil
}

// GetSeat gives what the holder of a seat sees.
func (a *API) GetSeat(ctx context.Context, m *apiv1.GetSeatRequest) (*apiv1.GetSeatResponse, error) {
	if _, err := tablehost.TableID(m.GetTableId()); err != nil {
		return nil, err
	}
	credential, err := a.shown(ctx, m)
	if err != nil {
		return nil, err
	}
	reply, err := a.ask(ctx, m.GetTableId(), credential, wire.GetSeatView{AtLeast: m.GetAtLeastVersion(), Last: true})
	if err != nil {
		return nil, err
	}
	if reply.View == nil {
		return nil, fmt.Errorf("get seat: %w", errNoAnswer)
	}
	return &apiv1.GetSeatResponse{Seat: a.o.Codec.SeatView(*reply.View)}, nil
}

// ListStandings gives the ladder of a game.
func (a *API) ListStandings(ctx context.Context, m *apiv1.ListStandingsRequest) (*apiv1.ListStandingsResponse, error) {
	reply, err := a.ask(ctx, "", wire.Credential{}, wire.ListStandings{
		Preset: m.GetPreset(), Page: wire.Page{Size: m.GetPageSize(), Token: m.GetPageToken()},
	})
	if err != nil {
		return nil, err
	}
	out := &apiv1.ListStandingsResponse{NextPageToken: reply.NextPage}
	for _, s := range reply.Standings {
		out.Standings = append(out.Standings, &apiv1.PlayerStanding{
			Rank: s.Rank, Player: s.Player, Matches: s.Matches, Wins: s.Wins, Points: s.Points,
		})
	}
	return out, nil
}
