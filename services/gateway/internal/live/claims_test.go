package live_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tranca.example/pkg/subject"
	"tranca.example/services/gateway/internal/live"
)

// mail keeps what gateways tell each other until it is delivered.
type mail struct{ sent [][]byte }

func (m *mail) Tell(_ subject.TableID, body []byte) error {
	m.sent = append(m.sent, slices.Clone(body))
	return nil
}

func (*mail) Say(subject.TableID, []byte) error { return nil }

// deliver brings everything to everybody, also what is told meanwhile.
func (m *mail) deliver(t *testing.T, id subject.TableID, to ...live.Claims) {
	t.Helper()
	for n := 0; len(m.sent) > 0; n++ {
		if n > 100 {
			t.Fatal("they never stop talking")
		}
		next := m.sent[0]
		m.sent = m.sent[1:]
		for _, c := range to {
			if err := c.Hear(id, next); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func tableID(t *testing.T) subject.TableID {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{9})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestAStreamThatWasOpenedLaterTakesOverWhateverTheClocksSay(t *testing.T) {
	for _, ahead := range []time.Duration{-time.Hour, 0, time.Hour} {
		for _, pause := range []time.Duration{0, time.Minute} {
			now := time.Unix(1_800_000_000, 0)
			post, id := &mail{}, tableID(t)
			one := live.NewClaims(post, 1, func() time.Time { return now.Add(ahead) })
			two := live.NewClaims(post, 2, func() time.Time { return now })
			older := one.Make(id)
			post.deliver(t, id, one, two)
			now = now.Add(pause)
			newer := two.Make(id)
			post.deliver(t, id, one, two)
			if !older() || newer() {
				t.Errorf("clock %v ahead, %v later: lost: older %v, newer %v", ahead, pause, older(), newer())
			}
		}
	}
}

func TestOfStreamsThatAreOpenedAtOnceExactlyOneStays(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 3))
		post, id := &mail{}, tableID(t)
		var all []live.Claims
		for n := range uint64(3) {
			at := time.Unix(1_800_000_000, random.Int64N(3)*1000)
			all = append(all, live.NewClaims(post, n, func() time.Time { return at }))
		}
		var lost []func() bool
		for range 6 { // some at the same gateway
			lost = append(lost, all[random.IntN(3)].Make(id))
		}
		post.deliver(t, id, all...)
		stay := 0
		for _, is := range lost {
			if !is() {
				stay++
			}
		}
		if stay != 1 {
			t.Fatalf("seed %d: %d streams stay", seed, stay)
		}
	}
}

func TestAWordThatIsNoClaimTakesNothingOver(t *testing.T) {
	post, id := &mail{}, tableID(t)
	c := live.NewClaims(post, 1, time.Now)
	lost := c.Make(id)
	whole := post.sent[0]
	for _, body := range [][]byte{nil, whole[:len(whole)-1], append(slices.Clone(whole), 0), append([]byte{9}, whole[1:]...)} {
		if err := c.Hear(id, body); err == nil || lost() {
			t.Errorf("%x: got %v, lost %v", body, err, lost())
		}
	}
}
