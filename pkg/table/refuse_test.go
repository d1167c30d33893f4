package table_test

import (
	"reflect"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

func TestWhatIsRefusedWithoutTheHiddenTilesIsRefusedTheSameWithThem(t *testing.T) {
	d := dealtTable(t)
	for range 12 {
		on := d.state.Round.Public.Turn()
		for name, req := range map[string]table.Request{
			"a play out of turn":   d.request(d.seat(1-int(on)), table.Play{Tile: domino.NewTile(5, 3), Spot: domino.Left}),
			"a draw out of turn":   d.request(d.seat(1-int(on)), table.Draw{}),
			"a pass out of turn":   d.request(d.seat(1-int(on)), table.Pass{}),
			"a void token":         d.request(table.Actor{Kind: table.ActorSeat, Seat: on, Gen: 9}, table.Pass{}),
			"a key":                d.request(key(0), table.Pass{}),
			"a service":            d.request(lobby, table.Timeout{}),
			"a version long ago":   {Actor: d.seat(int(on)), Command: table.Pass{}, Expected: 1, Now: d.now},
			"a version never seen": {Actor: d.seat(int(on)), Command: table.Pass{}, Expected: 1 << 30, Now: d.now},
		} {
			got := table.Refuse(d.state, req)
			if _, want := table.Decide(d.state, d.hidden(), req); got == nil || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: got %v, want %v", name, got, want)
			}
		}
		if err := table.Refuse(d.state, d.request(d.seat(int(on)), table.Pass{})); err != nil {
			t.Fatalf("whoever is on turn: got %v", err)
		}
		d.do(d.move())
		if d.state.Phase != table.PhasePlaying {
			return
		}
	}
}
