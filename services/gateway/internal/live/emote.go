package live

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway/internal/limit"
	"tranca.example/services/gateway/internal/spell"
)

// How often a seat may say something, and of how many seats that is remembered.
const (
	maxEmotes   = 3
	emoteWindow = 10 * time.Second
	emoteSeats  = 65_536
)

// speaker is a seat, whoever holds it.
type speaker struct {
	table subject.TableID
	seat  domino.Seat
}

// emotes are the words that holders say: they go to all gateways, each of which
// tells them to its viewers and counts them.
type emotes struct {
	o      Options
	spoken *limit.Window[speaker]
}

func newEmotes(o Options) (emotes, error) {
	spoken, err := limit.NewWindow[speaker](maxEmotes, emoteWindow, emoteSeats)
	return emotes{o, spoken}, err
}

// Emote says a word of a seat to everybody who watches its table, at most once.
// Rules checks the token.
func (h *Handler) Emote(ctx context.Context, id subject.TableID, token, word string) error {
	v, err := h.ask(ctx, id, token, wire.GetSeatView{Last: true})
	if err != nil {
		return err
	}
	if err := table.CheckEmote(&v.State, word); err != nil {
		return err
	}
	if wait := h.emotes.spoken.Take(speaker{id, v.Seat}, h.o.Now()); wait > 0 {
		return tooTalkative(wait)
	}
	if err := h.o.Peers.Say(id, h.emotes.encode(v.Seat, word)); err != nil {
		return fmt.Errorf("tell gateways a word: %w", err)
	}
	return nil
}

func tooTalkative(wait time.Duration) error {
	return rpcerr.New(rpcerr.ReasonEmoteRate, "this seat has said enough; wait").
		With("limit", strconv.Itoa(maxEmotes)).With("window", emoteWindow.String()).
		With(rpcerr.ParamRetryAfter, strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}

// A word as gateways hand it on: form, seat, gateway, the word.
const (
	emoteVersion = 1
	emoteHead    = 1 + 1 + 8
)

func (e emotes) encode(seat domino.Seat, word string) []byte {
	b := append(make([]byte, 0, emoteHead+len(word)), emoteVersion, byte(seat))
	return append(binary.BigEndian.AppendUint64(b, e.o.Self), word...)
}

var errNoEmote = errors.New("message of a seat: want a word")

// hear takes a word that was said at any gateway, this one included, and tells it
// here.
func (e emotes) hear(id subject.TableID, body []byte) error {
	if len(body) <= emoteHead || body[0] != emoteVersion || !slices.Contains(table.Emotes(), string(body[emoteHead:])) {
		return errNoEmote
	}
	said, err := newSaid(id, domino.Seat(body[1]), string(body[emoteHead:]))
	if err != nil {
		return err
	}
	if binary.BigEndian.Uint64(body[2:]) != e.o.Self {
		e.spoken.Note(speaker{id, said.seat}, e.o.Now())
	}
	e.o.Hub.say(id, said)
	return nil
}

// said is a word as viewers get it. All of them share it.
type said struct {
	seat    domino.Seat
	message *apiv1.LiveEmote
	event   []byte // without an id: who comes back does not hear it again
	chunk   []byte // of HTTP/1.1
}

func newSaid(id subject.TableID, seat domino.Seat, word string) (*said, error) {
	m := &apiv1.LiveEmote{TableId: id.String(), Seat: new(uint32(seat)), Emote: word}
	raw, err := spell.Emote(nil, m)
	if err != nil {
		return nil, err
	}
	text := event("", "emote", raw)
	return &said{seat: seat, message: m, event: text, chunk: chunkOf(text)}, nil
}

// deaf is who a viewer does not want to hear.
type deaf struct {
	all   bool
	seats uint16 // a bit for each
}

func (d deaf) to(seat domino.Seat) bool { return d.all || d.seats&(1<<seat) != 0 }

// say tells a word to the viewers of a table.
func (h *Hub) say(id subject.TableID, s *said) {
	h.mu.Lock()
	f := h.feeds[id]
	h.mu.Unlock()
	if f != nil {
		f.say(s)
	}
}

// say tells the viewers a word. Who is busy with what went before misses it, and
// whoever has no seat while he sees less of the table than there is.
func (f *feed) say(s *said) {
	f.mu.Lock()
	defer f.mu.Unlock()
	told := 0
	behind := f.newest.Commit.Version != f.shown.Commit.Version
	for v := range f.viewers {
		if !v.deaf.to(s.seat) && (v.seated || !behind) {
			v.say(s, told < maxAtOnce)
			told++
		}
	}
}

// say needs the feed's lock.
func (v *Viewer) say(s *said, now bool) {
	if v.to != nil {
		v.to.say(s, now)
		return
	}
	select {
	case v.said <- s:
		ring(v.bell)
	default: // it has enough to read
	}
}
