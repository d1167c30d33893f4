package swap_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// door is a way out of the system: what went out there, and who stands before it.
type door struct {
	name string
	seat domino.Seat // NoSeat: everybody
	text string
}

// tileText is how a tile is written anywhere; a bot's name and an id look like some.
var (
	tileText = regexp.MustCompile(`\b[0-6]-[0-6]\b`)
	noTiles  = regexp.MustCompile(`bot-[a-z]+-\d+-\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}`)
)

// secrets are what no door may tell but to whom it belongs.
type secrets struct {
	hands []domino.Set // of the running round, by seat
	board domino.Set
	words map[string]string // what they are, by any spelling
}

// found are the secrets in what went out at a door.
func (s secrets) found(d door) (all []string) {
	for _, text := range tileText.FindAllString(noTiles.ReplaceAllString(d.text, ""), -1) {
		tile, err := domino.ParseTile(text)
		own := d.seat != domino.NoSeat && s.hands[d.seat].Has(tile)
		if err == nil && !own && !s.board.Has(tile) {
			all = append(all, "tile "+text)
		}
	}
	for word, what := range s.words {
		if strings.Contains(d.text, word) {
			all = append(all, what)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// secrets are those of a table whose round runs: hands and boneyard, the seeds and the
// root that nothing has told yet, and the tokens and keys of its seats.
func (g *game) secrets() secrets {
	g.t.Helper()
	s, _ := g.state()
	h := must(g.opener.truth(g.t.Context(), s))(g.t)
	out := secrets{hands: h.Full.Hands[:len(s.Seats)], words: map[string]string{}}
	for _, step := range s.Round.Steps {
		if step.Kind == table.StepPlay {
			out.board = out.board.With(step.Tile)
		}
	}
	id := must(subject.ParseTableID(g.id))(g.t)
	root := must(g.opener.seeds.Root(g.t.Context(), id, s.Match.ID))(g.t)
	for what, secret := range map[string][]byte{"the seed": h.Seed[:], "the root": root.Secret[:]} {
		for _, word := range []string{
			string(secret), hex.EncodeToString(secret), strings.ToUpper(hex.EncodeToString(secret)),
			base64.RawStdEncoding.EncodeToString(secret), base64.RawURLEncoding.EncodeToString(secret),
		} {
			out.words[word] = what
		}
	}
	for i, seat := range g.seats {
		out.words[seat.Token()] = fmt.Sprintf("the token of seat %d", i)
		out.words[g.key(i)] = fmt.Sprintf("the key of seat %d", i)
	}
	return out
}

// key is the player key of a seat, as newGame shows it.
func (g *game) key(i int) string { return fmt.Sprintf("the-key-of-player-%d-at-table-%d", i, g.n) }

// doors are all ways out, and what they tell at this moment.
func (g *game) doors() []door {
	g.t.Helper()
	at := fmt.Sprintf(`{"tableId":%q}`, g.id)
	all := []door{
		{"GetTable", domino.NoSeat, g.post("GetTable", "", at)},
		{"GetRecord", domino.NoSeat, g.post("GetRecord", "", at)},
		{"ListTables", domino.NoSeat, g.post("ListTables", "", "{}")},
		{"ListStandings", domino.NoSeat, g.post("ListStandings", "", "{}")},
		{"the first path", domino.NoSeat, g.get("/", "")},
		{"the pipeline", domino.NoSeat, g.first("/v1/pipeline", "", "pipeline")},
		{"the stream of all", domino.NoSeat, g.first("/v1/tables/"+g.id+"/live", "", "table")},
		{"the stream of the list", domino.NoSeat, g.first("/v1/stream?lobby=1", "", "lobby")},
		{"projections", domino.NoSeat, g.projected()},
		{"logs, spans and metrics", domino.NoSeat, strings.Join(g.kinds(), "\n")},
	}
	turn := domino.Seat(g.table().GetRound().GetTurn()) //nolint:gosec // seats are few
	for i, s := range g.seats {
		seat := domino.Seat(i)
		all = append(all,
			door{fmt.Sprint("GetSeat of ", i), seat, g.post("GetSeat", s.Token(), at)},
			door{fmt.Sprint("the stream of ", i), seat, g.first("/v1/tables/"+g.id+"/live", s.Token(), "seat")},
		)
		if seat != turn {
			all = append(all, door{fmt.Sprint("a refusal of ", i), seat, g.refusal(s, "Pass", "")})
		}
	}
	lacking := g.lacking(g.seats[turn])
	refusal := strings.ReplaceAll(g.refusal(g.seats[turn], "Play", fmt.Sprintf(`,"tile":%q`, lacking)), lacking, "")
	return append(all, door{fmt.Sprint("the refusal of a tile that is not held by ", turn), turn, refusal})
}

// projected is what the projections hold just now.
func (r *rig) projected() string {
	r.t.Helper()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(r.stores)) {
		b.WriteString(name + ": " + strings.Join(r.content(r.stores[name]), "\n") + "\n")
	}
	return b.String()
}

// fixed is what tells of the game in general, with tiles for examples.
func (r *rig) fixed() string {
	r.t.Helper()
	return r.get("/openapi.json", "") + r.post("GetRules", "", `{"preset":"classic.draw"}`)
}

func (r *rig) request(ctx context.Context, path, bearer string) *http.Response {
	r.t.Helper()
	req := must(http.NewRequestWithContext(ctx, http.MethodGet, r.url+path, http.NoBody))(r.t)
	if bearer != "" {
		req.Header.Set("Authorization", "Bearer "+bearer)
	}
	return must((&http.Client{}).Do(req))(r.t)
}

func (r *rig) get(path, bearer string) string {
	r.t.Helper()
	res := r.request(r.t.Context(), path, bearer)
	defer func() { _ = res.Body.Close() }()
	return string(must(io.ReadAll(res.Body))(r.t))
}

// first is what a stream tells up to the first event with a name, headers too.
func (r *rig) first(path, bearer, name string) string {
	r.t.Helper()
	ctx, cancel := context.WithCancel(r.t.Context())
	defer cancel()
	res := r.request(ctx, path, bearer)
	defer func() { _ = res.Body.Close() }()
	var b strings.Builder
	_ = res.Header.Write(&b)
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 1<<20)
	for named := false; lines.Scan(); {
		b.WriteString(lines.Text() + "\n")
		if named && strings.HasPrefix(lines.Text(), "data:") {
			return b.String()
		}
		named = lines.Text() == "event: "+name
	}
	r.t.Fatalf("%s has no event %s: %s", path, name, b.String())
	return ""
}

func TestL01NoDoorTellsAHiddenTileASeedARootOrAToken(t *testing.T) {
	r, random, looked := newRig(t), rand.New(rand.NewPCG(3, 4)), 0
	fixed := r.fixed()
	for n, preset := range []string{"latin.pairs", "classic.draw", "chickie"} {
		g := r.newGame(n, preset)
		for range 5 {
			s := g.secrets()
			for _, d := range g.doors() {
				if told := s.found(d); len(told) > 0 {
					t.Errorf("%s at %s tells %v: %.600s", preset, d.name, told, d.text)
				}
				looked++
				s.planted(t, d)
			}
			if g.random(random); g.table().GetPhase() != "playing" {
				break
			}
		}
	}
	if r.fixed() != fixed {
		t.Error("rules or the description of the calls are others once tiles are dealt")
	}
	if looked < 150 {
		t.Errorf("only %d answers were looked at", looked)
	}
}

// planted wants that a secret of each kind is found in what goes out at a door.
func (s secrets) planted(t *testing.T, d door) {
	t.Helper()
	leaks := slices.Collect(func(yield func(string) bool) {
		for i, hand := range s.hands {
			if domino.Seat(i) != d.seat && !yield(hand.Tiles()[0].String()) {
				return
			}
		}
		for word := range s.words {
			if !yield(word) {
				return
			}
		}
	})
	for _, leak := range leaks {
		half := len(d.text) / 2
		d := door{d.name, d.seat, d.text[:half] + ` "` + leak + `" ` + d.text[half:]}
		if len(s.found(d)) == 0 {
			t.Errorf("%s: %q was planted and not found", d.name, leak)
		}
	}
}
