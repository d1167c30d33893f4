package wire_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// write makes the sample files anew: go test ./wire -run Sample -write.
var write = flag.Bool("write", false, "write testdata")

var (
	hash = table.Hash{0: 1, 31: 2}
	seed = table.Seed{0: 3, 31: 4}
)

// samples is one event of every kind, with zero values where they matter:
// seat 0 and tile 0-0 are real.
func samples() []table.Event {
	options := table.Options{TurnLimit: 30_000, Grace: 60_000, BotPolicy: "greedy", Entropy: "crypto"}
	knobs := map[string]string{"target": "50"}
	return []table.Event{
		table.TableOpened{
			ID: "0-abc", Preset: "latin.pairs", Knobs: knobs, Options: options,
			Properties: map[string]string{"name": "x"}, OwnerKey: hash, Deadline: 5,
		},
		table.SeatTaken{Seat: 0, Player: "ann", KeyHash: hash, Gen: 1},
		table.SeatMoved{From: 0, To: 3, Gen: 2},
		table.SeatLeft{Seat: 0},
		table.BotSeated{Seat: 0, Name: "bot 1", Policy: "random", Gen: 1},
		table.PlayerReady{Seat: 0, ClientCommit: hash},
		table.PlayerUnready{Seat: 0},
		table.SettingsChanged{Preset: "classic.draw", Knobs: knobs, Options: options},
		table.MatchStarted{MatchID: "0-abc.1", N: 1, Seating: []string{"ann", "bob"}},
		table.TableClosed{Reason: "idle"},
		table.DealCommitted{
			Tip: hash, ClientCommits: []table.Hash{{}, hash}, Fair: true, Entropy: "crypto", RevealDeadline: 7,
		},
		table.ClientSeedRevealed{Seat: 0, Seed: []byte("sixteen bytes ok")},
		table.StartCancelled{Seats: []domino.Seat{0, 1}, Lost: []domino.Seat{0}, Deadline: 8},
		table.RoundDealt{RoundDealt: domino.RoundDealt{
			Round: 1, Opener: 0, Opening: domino.OpenForced, Eligible: 127, HandSize: 7, BoneyardSize: 14,
			StartDraws: []domino.Seat{0, 1},
		}, Commit: hash, Lot: []domino.Tile{0, 27}, Deadline: 9},
		table.MatchEnded{Winners: []domino.Side{0}, Places: []int{1, 2}, Reason: "target", Deadline: 10},
		table.InRound{Event: domino.TilePlayed{Seat: 0, Tile: 0, Spot: domino.Left, Next: 0}, Deadline: 11},
		table.InRound{Event: domino.TileDrawn{Seat: 0, BoneyardLeft: 0}, Deadline: 12},
		table.InRound{Event: domino.TurnPassed{Seat: 0, Next: domino.NoSeat}},
		table.InRound{Event: domino.ChickieCalled{Seat: 0, Double: 0}},
		table.InRound{Event: domino.FootCompleted{Seat: 0, Node: domino.Node(0)}},
		table.InRound{Event: domino.DoubleHung{Double: 0, By: 0}},
		table.BankOpened{Seat: 0, Since: 20, Deadline: 21},
		table.TurnTimedOut{Seat: 0, Action: "draw"},
		table.ClockCompensated{Deadline: 13, Grace: 14},
		table.RoundEnded{RoundEnded: domino.RoundEnded{
			End: domino.EndVoid, Closer: 0, Forfeits: domino.NoSeat, Reason: "operator", Pips: []int{0, 12},
			Hands: []domino.Set{domino.SetOf(0, 27), 0}, Boneyard: []domino.Tile{5, 0},
		}, Seed: seed, Actor: "ops"},
		table.RoundScored{Score: domino.RoundScore{
			Winner: 0, Points: 12, Breakdown: []int{12, 0}, Shuffler: 0, MatchOver: true, Winners: []domino.Side{0},
			Places: []int{1, 2}, Next: domino.Standing{Opener: 0, Starter: domino.NoSeat, Played: 3, Totals: []int{-1, 0}},
		}, NextDeal: 15},
		table.RematchAsked{Seat: 0},
		table.TableReopened{Deadline: 16},
		table.SeatDisconnected{Seat: 0, GraceUntil: 17},
		table.SeatReturned{Seat: 0},
		table.SeatTakenOver{Seat: 0, From: "ann", To: "bot 2", Kind: table.SeatBot, Policy: "greedy", Gen: 3, Actor: "grace"},
		table.SeatTokenIssued{Seat: 0, Gen: 4},
		table.TableFrozen{Reason: "maintenance"},
		table.TableThawed{Deadline: 18, Grace: 19},
		table.TableVoided{Reason: "lost deal"},
	}
}

// sampleName is the name of an event's file, such as tile_played.
func sampleName(e table.Event) string {
	if in, ok := e.(table.InRound); ok {
		return messageName(reflect.TypeOf(in.Event).String())
	}
	return messageName(reflect.TypeOf(e).String())
}

func TestSampleOfEveryEventIsStillRead(t *testing.T) {
	codec := wire.NewCodec()
	for _, e := range samples() {
		name := sampleName(e)
		t.Run(name, func(t *testing.T) {
			want := table.Commit{
				Version: 1, At: 1_790_000_000_123, Writer: table.Lobby, Events: []table.Event{e},
				Answers: &table.Answer{Seat: 0, Gen: 1, ID: table.CommandID{15: 1}},
			}
			body, err := codec.EncodeCommit(want)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join("testdata", name+".binpb")
			if *write {
				if err := os.WriteFile(file, body, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			stored, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := codec.DecodeCommit(stored)
			if err != nil {
				t.Fatal(err)
			}
			if diff := difference(want, got); diff != "" {
				t.Errorf("the stored event is read differently: %s", diff)
			}
			if !bytes.Equal(body, stored) {
				t.Error("the event is written differently now")
			}
		})
	}
}

func TestThereIsASampleOfEveryEvent(t *testing.T) {
	have := make(map[string]bool)
	for _, e := range samples() {
		have[sampleName(e)] = true
	}
	for name := range wire.EventNames() {
		if !have[name] {
			t.Errorf("%s has no sample", name)
		}
	}
	files, err := filepath.Glob("testdata/*.binpb")
	if err != nil || len(files) != len(have) {
		t.Errorf("testdata has %d samples, want %d", len(files), len(have))
	}
	for _, f := range files {
		if name := strings.TrimSuffix(filepath.Base(f), ".binpb"); !have[name] {
			t.Errorf("%s is of no event", f)
		}
	}
}
