package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tranca.example/pkg/domino"
)

// Limits of what callers may ask for.
const (
	MaxLimit       = Millis(30 * 24 * 3600 * 1000) // any length of time of the options
	MaxNameBytes   = 64                            // of a player's pseudonym
	MaxReasonBytes = 200                           // of what an official says
	DefaultReveal  = Millis(30_000)                // RevealLimit where none is asked for
	MaxRoundDelay  = 1000                          // SpectatorRounds
)

// Grants of the clock.
const (
	// LateAfter is how late a deadline may be handled before a fresh limit is
	// granted once: an outage of ours is nobody's fault.
	LateAfter = Millis(2000)
	// TimedOutDraw bounds the time between the draws of a seat that ran out of
	// time, where the rules make it draw until a tile fits.
	TimedOutDraw = Millis(1000)
	// MaxWait is the longest time that a command is believed to have waited inside
	// our system, whatever its stamp says: no gateway lets a caller wait longer.
	MaxWait = Millis(60_000)
)

// MaxCancelled is how many starts a holder may let fail before he loses the
// seat.
const MaxCancelled = 2

// NoBots is the bot policy of a table where leaving a match forfeits it.
const NoBots = "none"

// BotPolicies lists the policies that a bot may play by.
func BotPolicies() []string { return []string{"random", "greedy", "heuristic"} }

// Who decided a take-over, or something else about a table.
const (
	ByGrace    = "grace"
	ByLeave    = "leave"
	ByOperator = "operator"
	BySitting  = "sit" // a player who sits down on a bot's seat
	ByReferee  = "referee"
	ByService  = "service"
)

// Why a match or a table ended.
const (
	EndTarget  = "target"
	EndRounds  = "rounds"
	EndForfeit = "forfeit"
	ByIdleness = "idle"
	ByOwner    = "owner"
	DealLost   = "deal_lost"
)

// settings checks preset, knobs and options and fills in what was left open.
func settings(preset string, knobs map[string]string, o Options) (*domino.Rules, Options, error) {
	rules, err := domino.NewRules(preset, knobs)
	if err != nil {
		return nil, o, fmt.Errorf("settings: %w", err)
	}
	if o.RevealLimit == 0 {
		o.RevealLimit = DefaultReveal
	}
	if o.BotPolicy == "" {
		o.BotPolicy = "heuristic"
	}
	if o.Entropy == "" {
		o.Entropy = "crypto"
	}
	return rules, o, o.check(rules)
}

func (o *Options) check(r *domino.Rules) error {
	for _, l := range []struct {
		name string
		got  Millis
	}{
		{"turn_limit", o.TurnLimit}, {"first_move", o.FirstMove}, {"time_bank", o.TimeBank}, {"increment", o.Increment},
		{"intermission", o.Intermission}, {"reveal_limit", o.RevealLimit}, {"idle_limit", o.IdleLimit},
		{"grace", o.Grace}, {"bot_thinking", o.BotThinking}, {"spectator_delay", o.SpectatorDelay},
	} {
		if l.got < 0 || l.got > MaxLimit {
			return badSetting(l.name, millis(l.got), "0 to "+millis(MaxLimit)+" ms")
		}
	}
	if o.SpectatorRounds > MaxRoundDelay {
		return badSetting("spectator_delay_rounds", strconv.FormatUint(uint64(o.SpectatorRounds), 10), "0 to "+strconv.Itoa(MaxRoundDelay))
	}
	if err := o.checkClock(); err != nil {
		return err
	}
	policies := BotPolicies()
	if r.Sides() == 2 {
		policies = append(policies, NoBots) // else the rest would play on without a seat
	}
	if !slices.Contains(policies, o.BotPolicy) {
		return badSetting("bot_policy", o.BotPolicy, strings.Join(policies, ", "))
	}
	if err := checkEmotes(o.Emotes); err != nil {
		return err
	}
	return checkEntropy(o.Entropy)
}

// checkClock wants a turn limit where anything else of the clock is set.
func (o *Options) checkClock() error {
	if o.TurnLimit > 0 {
		return nil
	}
	for _, l := range []struct {
		name string
		got  Millis
	}{{"first_move", o.FirstMove}, {"time_bank", o.TimeBank}, {"increment", o.Increment}} {
		if l.got > 0 {
			return badSetting(l.name, millis(l.got), "0 ms, because turn_limit is 0")
		}
	}
	return nil
}

func millis(m Millis) string { return strconv.FormatInt(int64(m), 10) }

func checkEntropy(e string) error {
	if e != "crypto" && e != "seeded" {
		return badSetting("entropy", e, "crypto, seeded")
	}
	return nil
}

func badSetting(name, got, want string) error {
	return refuse(BadSettings, "setting", name, "got", got, "want", want)
}

func checkProperties(p map[string]string) error {
	size := 0
	for k, v := range p {
		size += len(k) + len(v)
	}
	if size > PropertiesMax {
		return refuse(PropertiesTooLarge, "bytes", strconv.Itoa(size), "want", "at most "+strconv.Itoa(PropertiesMax))
	}
	return nil
}

func noSeat(s *State, seat domino.Seat) error {
	return refuse(UnknownSeat, "seat", strconv.Itoa(int(seat)), "want", "0 to "+strconv.Itoa(len(s.Seats)-1))
}

// CheckOpen tells whether a table could be opened so, before an id is spent on
// it. Errors: those of domino.NewRules, *Refused.
func CheckOpen(c OpenTable) error {
	if _, _, err := settings(c.Preset, c.Knobs, c.Options); err != nil {
		return err
	}
	return checkProperties(c.Properties)
}
