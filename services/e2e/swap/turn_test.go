package swap_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/token"
)

// What comes to nothing whatever the hidden tiles are must not touch them: neither
// its answer nor its time can then depend on them.
func TestT40ACommandThatIsNotTheTurnsIsRefusedBeforeASeedIsRead(t *testing.T) {
	r := newRig(t)
	g, other := r.newGame(0, "latin.pairs"), r.newGame(1, "classic.draw")
	turn := int(g.table().GetRound().GetTurn())
	on, off := g.seats[turn].Token(), g.seats[(turn+1)%4].Token()
	keys := r.env("rules").Keys
	held := token.Seat{Table: g.id, Seat: uint8(turn), Gen: 1, Expires: noon.Add(time.Hour)} //nolint:gosec // seats are few
	expired, newer := held, held
	expired.Expires, newer.Gen = noon.Add(-time.Second), 2
	before := r.opener.reads.Load()
	for name, c := range map[string]struct{ bearer, fields, reason string }{
		"another seat":           {off, "", "not_your_turn"},
		"nobody":                 {"", "", "no_token"},
		"a forged token":         {on[:len(on)-2] + "AA", "", "bad_token"},
		"an expired token":       {keys.Seal(expired), "", "token_expired"},
		"a token of a newer one": {keys.Seal(newer), "", "token_revoked"},
		"another table's token":  {other.seats[0].Token(), "", "not_your_seat"},
		"an older version":       {on, `,"expectedVersion":1`, "stale_version"},
		"no version at all":      {on, `,"expectedVersion":4294967295`, "malformed"},
	} {
		for method, fields := range map[string]string{"Play": `,"tile":"5-3"`, "Draw": "", "Pass": ""} {
			body := fmt.Sprintf(`{"tableId":%q,"commandId":"00000000-0000-4000-8000-000000000001"%s%s}`, g.id, fields, c.fields)
			if got := r.post(method, c.bearer, body); !strings.Contains(got, `"`+c.reason+`"`) {
				t.Errorf("%s of %s: got %s", method, name, got)
			}
		}
		if reads := r.opener.reads.Load(); reads != before {
			t.Errorf("%s: %d seeds were read", name, reads-before)
			before = reads
		}
	}
	g.refusal(g.seats[turn], "Play", fmt.Sprintf(`,"tile":%q`, g.lacking(g.seats[turn])))
	if r.opener.reads.Load() == before {
		t.Error("whoever is on turn was judged without a seed: is anything counted?")
	}
}
