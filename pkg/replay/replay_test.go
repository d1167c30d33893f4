package replay_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/record"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/replay"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

func never(table.State) bool { return false }

// judged replays a log and has every record judged and verified, as written.
func judged(t *testing.T, commits iter.Seq2[table.Commit, error]) []record.Record {
	t.Helper()
	var out []record.Record
	for rec, err := range replay.Rounds(commits) {
		if err != nil {
			t.Fatal(err)
		}
		var line bytes.Buffer
		if err := record.Write(&line, rec); err != nil {
			t.Fatal(err)
		}
		read, err := record.Parse(bytes.TrimSpace(line.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v", line.String(), err)
		}
		verdict, err := record.Judge(read, record.Options{})
		if err != nil || !verdict.OK() {
			t.Fatalf("%s: %+v, %v", line.String(), verdict, err)
		}
		if err := record.Verify(read); err != nil {
			t.Fatalf("%s: %v", line.String(), err)
		}
		out = append(out, rec)
	}
	return out
}

func TestEveryRoundOfAMatchOfEveryPresetIsReplayedJudgedAndVerified(t *testing.T) {
	for i, preset := range domino.Presets() {
		seats, err := domino.PresetSeats(preset)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range seats {
			t.Run(fmt.Sprintf("%s for %d", preset, n), func(t *testing.T) {
				d := newMatch(t, preset, map[string]string{"seats": fmt.Sprint(n)}, uint64(100*i+n)).until(never)
				recs := judged(t, d.commits())
				if len(recs) != int(d.state.Match.Round) {
					t.Fatalf("got %d records of %d rounds", len(recs), d.state.Match.Round)
				}
				for k, rec := range recs {
					if want := fmt.Sprintf("%s/%d", d.state.Match.ID, k+1); rec.ID != want || rec.Deal.Round != uint32(k+1) {
						t.Errorf("got id %s of round %d, want %s", rec.ID, rec.Deal.Round, want)
					}
				}
			})
		}
	}
}

func TestARoundThatRunsOrWaitsForItsScoreIsLeftOut(t *testing.T) {
	d := newMatch(t, "latin.pairs", nil, 1).until(inRound(2))
	if recs := judged(t, d.commits()); len(recs) != 1 {
		t.Fatalf("in round 2: got %d records", len(recs))
	}
	d.until(func(s table.State) bool { return s.Phase == table.PhaseScoring })
	if recs := judged(t, d.commits()); len(recs) != 1 {
		t.Fatalf("before the score: got %d records", len(recs))
	}
	d.step()
	if recs := judged(t, d.commits()); len(recs) != 2 {
		t.Fatalf("after the score: got %d records", len(recs))
	}
}

func TestRoundsThatWereNotPlayedOutAreTold(t *testing.T) {
	operator := table.Actor{Kind: table.ActorOperator, Name: "ops"}
	for name, c := range map[string]struct {
		end  func(*desk)
		want string
	}{
		"annulled": {func(d *desk) { d.do(operator, table.Annul{Reason: "doubt"}); d.step() }, "void"},
		"given up": {func(d *desk) { d.do(d.seat(1), table.Leave{}); d.step() }, "forfeit"},
		"voided":   {func(d *desk) { d.do(operator, table.Void{Reason: "fire"}) }, "void"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newMatch(t, "latin.pairs", nil, 4).until(inRound(1))
			c.end(d)
			recs := judged(t, d.commits())
			if len(recs) != 1 || !strings.Contains(recs[0].Moves[len(recs[0].Moves)-1].String(), c.want) {
				t.Fatalf("got %d records: %+v", len(recs), recs)
			}
		})
	}
}

func TestADealThatWasLostIsNotTold(t *testing.T) {
	d := newMatch(t, "latin.pairs", nil, 4).until(inRound(1))
	d.do(service(table.Rules), table.Annul{Reason: table.DealLost})
	for i := range d.log {
		for k, e := range d.log[i].Events {
			if ended, ok := e.(table.RoundEnded); ok {
				ended.Seed = table.Seed{}
				d.log[i].Events[k] = ended
			}
		}
	}
	if recs := judged(t, d.commits()); len(recs) != 0 {
		t.Fatalf("got %d records", len(recs))
	}
}

func TestALogIsReadAsItLiesAndForeignCommitsEndIt(t *testing.T) {
	d := newMatch(t, "classic.draw", nil, 9).until(inRound(3))
	codec, log := wire.NewCodec(), memory.New(time.Now)
	id, err := subject.ParseTableID(d.state.ID)
	if err != nil {
		t.Fatal(err)
	}
	write(t, codec, log, id, d.log, string(d.log[0].Writer))
	recs := judged(t, replay.Decode(codec, log.History(t.Context(), id, 0)))
	if len(recs) != 2 {
		t.Fatalf("got %d records", len(recs))
	}
	foreign := memory.New(time.Now)
	write(t, codec, foreign, id, d.log[:3], "rules")
	for _, err := range replay.Rounds(replay.Decode(codec, foreign.History(t.Context(), id, 0))) {
		if !errors.Is(err, eventlog.ErrForeignCommit) {
			t.Fatalf("got %v", err)
		}
	}
}

func TestACommitThatIsNoneIsOurFault(t *testing.T) {
	codec, none := wire.NewCodec(), eventlog.Commit{Version: 3, Body: []byte{0xff}}
	_, alone := replay.DecodeCommit(codec, none)
	_, next := replay.DecodeNext(codec, table.State{}, none)
	for _, err := range []error{alone, next} {
		if r, withheld := rpcerr.From(err); !errors.Is(err, replay.ErrUnreadable) || !withheld || r.Code != rpcerr.Internal {
			t.Fatalf("got %v, shown as %v", err, r)
		}
	}
}

func write(t *testing.T, codec *wire.Codec, log *memory.Log, id subject.TableID, commits []table.Commit, first string) {
	t.Helper()
	seq := uint64(0)
	for i, c := range commits {
		body, err := codec.EncodeCommit(c)
		if err != nil {
			t.Fatal(err)
		}
		writer := string(c.Writer)
		if i == 0 {
			writer = first
		}
		seq, err = log.Append(context.Background(), eventlog.Commit{
			Table: id, Version: c.Version, Writer: writer, Phase: string(c.State.Phase), Body: body,
		}, seq)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAnErrorOfTheLogEndsTheReplay(t *testing.T) {
	broken := errors.New("broken")
	n := 0
	for _, err := range replay.Rounds(func(yield func(table.Commit, error) bool) { yield(table.Commit{}, broken) }) {
		if n++; !errors.Is(err, broken) || n > 1 {
			t.Fatalf("got %v, %d times", err, n)
		}
	}
}
