package gateway_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tranca.example/pkg/table"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway"
)

// say says a word as the holder of a seat and gives status and answer.
func (m *match) say(i int, word string) (int, object) {
	m.w.t.Helper()
	return m.w.post("Emote", seat(m.tokens[i]), object{"tableId": m.id, "emote": word})
}

func (m *match) mustSay(i int, word string) {
	m.w.t.Helper()
	if status, out := m.say(i, word); status != http.StatusOK {
		m.w.t.Fatalf("%s: %d %v", word, status, out)
	}
}

// hears reads the next word.
func (s *stream) hears(m *match, i int, word string) {
	s.t.Helper()
	e := s.next("emote")
	if at(e.data, "tableId") != m.id || at(e.data, "seat") != float64(i) || at(e.data, "emote") != word || e.id != "" {
		s.t.Fatalf("got id %q and %s, want %s of seat %d", e.id, e.text, word, i)
	}
}

// overHTTP2 reads streams so.
func overHTTP2() *http.Client {
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Client{Transport: &http.Transport{Protocols: protocols}}
}

func TestAWordIsToldToEverybodyWhoWatchesAtEveryGatewayAndIsInNoLog(t *testing.T) {
	w := newWorld(t)
	m, other := w.open("classic.draw", 2), w.open("classic.draw", 1)
	all := []*stream{
		m.watch(nil, ""), m.watch(seat(m.tokens[0]), ""), m.watchWith(overHTTP2(), nil, ""),
		w.stream("lobby=1&table="+other.id+"&table="+m.id, nil, ""),
	}
	stranger := other.watch(nil, "")
	w.another()
	all = append(all, m.watch(nil, ""), m.watch(seat(m.tokens[1]), ""))
	for _, s := range append(all, stranger) {
		s.next("table")
	}
	before := w.commits.Load()
	m.mustSay(1, "well_played")
	for _, s := range all {
		s.hears(m, 1, "well_played")
	}
	if after := w.commits.Load(); after != before {
		t.Errorf("%d commits for a word", after-before)
	}
	w.must("Sit", key("z"), w.command(object{"tableId": other.id, "player": "pz"}))
	if e := stranger.next("update", "emote"); e.name != "update" {
		t.Errorf("who watches another table heard %s", e.text)
	}
}

func TestAStreamGoesOnWhereItWasWhateverWasSaid(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	s := m.watch(nil, "")
	cursor := s.next("table").id
	m.mustSay(0, "hello")
	s.hears(m, 0, "hello")
	s.cancel()
	m.begin()
	if e := m.watch(nil, cursor).next("table", "update", "emote"); e.name != "update" {
		t.Fatalf("got %s", e.text)
	}
}

func TestAViewerIsDeafToWhomHeMutes(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		parameters string
		hears      []int
	}{
		"two seats":            {"mute=0&mute=2", []int{1, 3}},
		"all":                  {"emotes=off", nil},
		"all, and one of them": {"emotes=off&mute=1", nil},
		"nobody":               {"emotes=on", []int{0, 1, 2, 3}},
	} {
		t.Run(name, func(t *testing.T) {
			m := w.open("latin.pairs", 4)
			whole := m.watch(nil, "")
			streams := []*stream{
				w.streamWith(http.DefaultClient, "/v1/tables/"+m.id+"/live?"+c.parameters, nil, ""),
				w.stream("table="+m.id+"&"+c.parameters, nil, ""),
				w.stream("table="+m.id+"&"+c.parameters, seat(m.tokens[3]), ""),
			}
			for _, s := range append(streams, whole) {
				s.next("table")
			}
			for i := range 4 {
				m.mustSay(i, "laugh")
				whole.hears(m, i, "laugh")
			}
			for _, s := range streams {
				for _, i := range c.hears {
					s.hears(m, i, "laugh")
				}
			}
			w.must("Ready", seat(m.tokens[0]), w.command(object{"tableId": m.id}))
			for _, s := range streams {
				if e := s.next("update", "emote"); e.name != "update" {
					t.Errorf("heard %s", e.text)
				}
			}
		})
	}
}

func TestASeatSaysThreeWordsInTenSeconds(t *testing.T) {
	var later atomic.Int64
	w := newWorld(t, func(o *gateway.Options) {
		o.Now = func() time.Time { return time.Now().Add(time.Duration(later.Load())) }
	})
	m := w.open("classic.draw", 2)
	for range 3 {
		m.mustSay(0, "hello")
	}
	response := w.do(http.MethodPost, "/tranca.api.v1.TableService/Emote", who{
		"Content-Type": "application/json", "Authorization": fmt.Sprint("Bearer ", m.tokens[0]),
	}, strings.NewReader(`{"tableId":"`+m.id+`","emote":"thanks"}`))
	defer response.Body.Close()
	out := object{}
	if err := json.NewDecoder(response.Body).Decode(&out); err != nil {
		t.Fatal(err)
	}
	after := response.Header.Get("Retry-After")
	if seconds, err := strconv.Atoi(after); response.StatusCode != http.StatusTooManyRequests || err != nil || seconds < 1 || seconds > 10 {
		t.Errorf("a fourth word: got %d, Retry-After %q", response.StatusCode, after)
	}
	for path, want := range map[string]any{
		"code": "resource_exhausted", "details.0.debug.reason": "emote_rate", "details.0.debug.params.retry_after": after,
		"details.0.debug.params.limit": "3", "details.0.debug.params.window": "10s",
	} {
		if got := at(out, path); got != want {
			t.Errorf("%s: got %v of %v, want %v", path, got, out, want)
		}
	}
	m.mustSay(1, "hello") // another seat has its own
	later.Store(int64(10 * time.Second))
	m.mustSay(0, "hello")
}

func TestWhatASeatSaidElsewhereCountsToo(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	first := w.url
	w.another()
	s := m.watch(nil, "")
	s.next("table")
	second := w.url
	w.url = first
	for range 3 {
		m.mustSay(0, "hello")
		s.hears(m, 0, "hello")
	}
	w.url = second
	if status, out := m.say(0, "hello"); at(out, "details.0.debug.reason") != "emote_rate" {
		t.Errorf("a fourth word at another gateway: got %d %v", status, out)
	}
}

func TestWhoMayNotSpeakIsRefused(t *testing.T) {
	w := newWorld(t)
	m, other := w.open("classic.draw", 2), w.open("classic.draw", 1)
	s := m.watch(nil, "")
	s.next("table")
	old := m.tokens[1]
	m.tokens[1] = w.must("ReissueToken", seat(old), w.command(object{"tableId": m.id}))["seatToken"]
	for name, c := range map[string]struct {
		id, word string
		by       who
		reason   string
	}{
		"no token":          {m.id, "hello", nil, "no_token"},
		"a player's key":    {m.id, "hello", key("a"), "no_token"},
		"a forged token":    {m.id, "hello", seat(forged(m.tokens[0])), "bad_token"},
		"another table's":   {m.id, "hello", seat(other.tokens[0]), "not_your_seat"},
		"a void token":      {m.id, "hello", seat(old), "token_revoked"},
		"a word of his own": {m.id, "6-4", seat(m.tokens[0]), "malformed"},
		"no word":           {m.id, "", seat(m.tokens[0]), "malformed"},
		"no id":             {"seven", "hello", seat(m.tokens[0]), "malformed"},
	} {
		status, out := w.post("Emote", c.by, object{"tableId": c.id, "emote": c.word})
		if got := reasonIn(out); got != c.reason {
			t.Errorf("%s: got %d %v", name, status, out)
		}
	}
	m.mustSay(1, "thanks")
	s.hears(m, 1, "thanks")
}

func TestATableSaysWhenWordsAreWelcome(t *testing.T) {
	w := newWorld(t)
	said := func(m *match, word, want string) {
		t.Helper()
		status, out := m.say(0, word)
		if got, _ := at(out, "details.0.debug.reason").(string); got != want {
			t.Errorf("%s: got %d %v, want %q", word, status, out, want)
		}
	}
	settle := func(m *match, preset, emotes string) {
		t.Helper()
		w.must("ChangeSettings", key("a"), w.command(object{"tableId": m.id, "preset": preset, "options": object{"emotes": emotes}}))
		if got := at(m.table(), "options.emotes"); got != emotes {
			t.Errorf("the table says %v, want %s", got, emotes)
		}
	}
	m := w.open("latin.pairs", 4)
	settle(m, "latin.pairs", "off")
	said(m, "hello", "emotes_off")
	settle(m, "latin.pairs", "on")
	said(m, "tranca", "")
	m.begin()
	said(m, "tranca", "emote_not_now")
	said(m, "hurry", "")
	m = w.open("classic.draw", 2)
	settle(m, "classic.draw", "pauses")
	said(m, "knock", "")
	m.begin()
	said(m, "hello", "emotes_off")
}

func TestTheContractHasTheWordsOfATable(t *testing.T) {
	field := apiv1.File_tranca_api_v1_table_service_proto.Messages().ByName("EmoteRequest").Fields().ByName("emote")
	listed := fmt.Sprint(field.Options())
	words := table.Emotes()
	for _, word := range words {
		if !strings.Contains(listed, `"`+word+`"`) {
			t.Errorf("the contract lacks %s: %s", word, listed)
		}
	}
	if n := strings.Count(listed, "in:"); n != len(words) || len(slices.Compact(slices.Sorted(slices.Values(words)))) != n {
		t.Errorf("the contract has %d words, the table %d", n, len(words))
	}
}
