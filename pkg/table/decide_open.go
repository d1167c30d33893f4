package table

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tranca.example/pkg/domino"
)

// openTable makes the table. The owner who asks again has it already.
func (j *judge) openTable(c OpenTable) ([]Event, error) {
	if j.Phase != PhaseNone {
		if j.isOwner() {
			return nil, &AlreadyAnswered{Version: 1}
		}
		return nil, j.wrongPhase()
	}
	if c.ID == "" {
		return nil, refuse(Malformed, "field", "table id")
	}
	rules, o, err := settings(c.Preset, c.Knobs, c.Options)
	if err != nil {
		return nil, err
	}
	if err := checkProperties(c.Properties); err != nil {
		return nil, err
	}
	return []Event{TableOpened{
		ID: c.ID, Preset: c.Preset, Knobs: rules.Overrides(), Options: o, Properties: c.Properties,
		OwnerKey: j.Actor.KeyHash, Deadline: j.in(o.IdleLimit),
	}}, nil
}

// open judges the commands that make a table ready.
func (j *judge) open() ([]Event, error) {
	if c, ok := j.Command.(Sit); ok {
		return j.sit(c)
	}
	if j.Phase != PhaseOpen {
		return nil, j.wrongPhase()
	}
	switch c := j.Command.(type) {
	case MoveSeat:
		return j.moveSeat(c)
	case AddBot:
		return j.addBot(c)
	case RemoveBot:
		return j.removeBot(c)
	case Ready:
		return j.ready(c)
	case Unready:
		return j.unready()
	case ChangeSettings:
		return j.changeSettings(c)
	default:
		return nil, refuse(UnknownCommand)
	}
}

// sit gives the key a seat: the same one again whatever it asks for, in any
// phase, so that a retry finds its seat.
func (j *judge) sit(c Sit) ([]Event, error) {
	if j.SeatOf(j.Actor.KeyHash) != domino.NoSeat {
		return nil, j.granted()
	}
	if j.Phase != PhaseOpen && !j.Phase.InMatch() {
		return nil, j.wrongPhase()
	}
	if err := j.checkPlayer(c.Player); err != nil {
		return nil, err
	}
	if j.Phase.InMatch() {
		return j.sitForBot(c)
	}
	i, err := j.emptySeat(c.Seat)
	if err != nil {
		return nil, err
	}
	return []Event{SeatTaken{Seat: i, Player: c.Player, KeyHash: j.Actor.KeyHash, Gen: j.Seats[i].Gen + 1}}, nil
}

// sitForBot gives the key the seat of a bot while a match runs. What the seat is
// bound to stays: whoever sits down there cannot show a client seed that another
// has committed to, so the seat is not given away while one is awaited.
func (j *judge) sitForBot(c Sit) ([]Event, error) {
	i, err := j.botSeat(c.Seat)
	if err != nil {
		return nil, err
	}
	if j.Match.RevealBy != 0 && slices.Contains(j.unrevealed(), i) {
		return nil, refuse(RevealsMissing, "seat", strconv.Itoa(int(i)))
	}
	bot := j.at(i)
	return []Event{SeatTakenOver{
		Seat: i, From: bot.Player, To: c.Player, Kind: SeatPlayer, KeyHash: j.Actor.KeyHash, Gen: bot.Gen + 1, Actor: BySitting,
	}}, nil
}

// botSeat is the wanted seat if a bot holds it, or the lowest that one holds for
// NoSeat.
func (j *judge) botSeat(want domino.Seat) (domino.Seat, error) {
	if want == domino.NoSeat {
		if i := slices.IndexFunc(j.Seats, func(s SeatState) bool { return s.Kind == SeatBot }); i >= 0 {
			return domino.Seat(i), nil
		}
		return want, refuse(TableFull, "seats", strconv.Itoa(len(j.Seats)))
	}
	seat := j.at(want)
	switch {
	case seat == nil:
		return want, noSeat(j.State, want)
	case seat.Kind == SeatPlayer:
		return want, refuse(SeatOccupied, "seat", strconv.Itoa(int(want)))
	case seat.Kind == SeatEmpty:
		return want, refuse(NoBotThere, "seat", strconv.Itoa(int(want)))
	}
	return want, nil
}

func (j *judge) checkPlayer(name string) error {
	if len(name) > MaxNameBytes || !utf8.ValidString(name) || strings.ContainsFunc(name, unprintable) || !named(name) {
		return refuse(Malformed, "field", "player", "want",
			"1 to "+strconv.Itoa(MaxNameBytes)+" bytes of printable text without space around it")
	}
	if slices.ContainsFunc(j.Seats, func(s SeatState) bool { return s.Kind == SeatPlayer && s.Player == name }) {
		return refuse(PlayerSeated, "player", name)
	}
	return nil
}

// named tells whether a name shows anything, and neither begins nor ends with
// space: no two names look the same for that.
func named(name string) bool {
	return strings.TrimSpace(name) == name && strings.ContainsFunc(name, visible)
}

// visible are the characters that leave ink.
func visible(r rune) bool {
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.Z, unicode.M, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) && r != blankBraille
}

// blankBraille is the pattern without dots: a symbol to Unicode, a space to the eye.
const blankBraille = '\u2800'

// unprintable are the characters that break a line, turn the writing of others
// around or cannot be seen: what a name must not do to a list, a log or another
// name. The joiners stay: scripts and emoji need them.
func unprintable(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) || unicode.Is(unicode.Cf, r) && r != '\u200c' && r != '\u200d'
}

// emptySeat is the wanted seat if it is free, or the lowest free one for
// NoSeat.
func (j *judge) emptySeat(want domino.Seat) (domino.Seat, error) {
	if want == domino.NoSeat {
		if i := j.free(); i != domino.NoSeat {
			return i, nil
		}
		return want, refuse(TableFull, "seats", strconv.Itoa(len(j.Seats)))
	}
	seat := j.at(want)
	if seat == nil {
		return want, noSeat(j.State, want)
	}
	if seat.Kind != SeatEmpty {
		return want, refuse(SeatOccupied, "seat", strconv.Itoa(int(want)))
	}
	return want, nil
}

func (j *judge) moveSeat(c MoveSeat) ([]Event, error) {
	from, _ := j.me()
	if c.To == from {
		return nil, j.granted()
	}
	if j.at(c.To) == nil {
		return nil, noSeat(j.State, c.To)
	}
	to, err := j.emptySeat(c.To)
	if err != nil {
		return nil, err
	}
	return []Event{SeatMoved{From: from, To: to, Gen: j.Seats[to].Gen + 1}}, nil
}

func (j *judge) addBot(c AddBot) ([]Event, error) {
	if c.Policy == "" {
		c.Policy = j.Options.BotPolicy
	}
	if !slices.Contains(BotPolicies(), c.Policy) {
		return nil, badSetting("policy", c.Policy, strings.Join(BotPolicies(), ", "))
	}
	i, err := j.emptySeat(c.Seat)
	if err != nil {
		return nil, err
	}
	gen := j.Seats[i].Gen + 1
	name := botName(c.Policy, i, gen)
	return j.startIfReady(i, name, BotSeated{Seat: i, Name: name, Policy: c.Policy, Gen: gen})
}

func (j *judge) removeBot(c RemoveBot) ([]Event, error) {
	seat := j.at(c.Seat)
	if seat == nil {
		return nil, noSeat(j.State, c.Seat)
	}
	if seat.Kind != SeatBot {
		return nil, refuse(NoBotThere, "seat", strconv.Itoa(int(c.Seat)))
	}
	return []Event{SeatLeft{Seat: c.Seat}}, nil
}

func (j *judge) ready(c Ready) ([]Event, error) {
	i, seat := j.me()
	if seat.Kind == SeatBot || seat.Ready && seat.ClientCommit == c.ClientCommit {
		return nil, j.granted()
	}
	return j.startIfReady(i, seat.Player, PlayerReady{Seat: i, ClientCommit: c.ClientCommit})
}

func (j *judge) unready() ([]Event, error) {
	i, seat := j.me()
	if !seat.Ready || seat.Kind == SeatBot {
		return nil, j.granted()
	}
	return []Event{PlayerUnready{Seat: i}}, nil
}

// startIfReady adds the start of the match to the event that makes the last
// seat ready.
func (j *judge) startIfReady(last domino.Seat, name string, e Event) ([]Event, error) {
	if !j.allReady(last) {
		return []Event{e}, nil
	}
	seating := make([]string, len(j.Seats))
	for i := range j.Seats {
		seating[i] = j.Seats[i].Player
	}
	seating[last] = name
	n := j.Matches + 1
	return []Event{e, MatchStarted{
		MatchID: matchID(j.State.ID, n), N: n, Seating: seating, TimeBank: j.Options.TimeBank,
	}}, nil
}

// changeSettings un-readies everybody; it cannot take a seat from its holder. Lists
// go on telling of the table, or not.
func (j *judge) changeSettings(c ChangeSettings) ([]Event, error) {
	rules, o, err := settings(c.Preset, c.Knobs, c.Options)
	if err != nil {
		return nil, err
	}
	if o.Private && !j.Options.Private {
		return nil, badSetting("private", "true", "false: the table was opened for everybody")
	}
	o.Private = j.Options.Private
	for i := rules.Seats; i < len(j.Seats); i++ {
		if j.Seats[i].Kind != SeatEmpty {
			return nil, refuse(SeatsInUse, "seat", strconv.Itoa(i), "want", "seats 0 to "+strconv.Itoa(rules.Seats-1)+" only")
		}
	}
	return []Event{SettingsChanged{Preset: c.Preset, Knobs: rules.Overrides(), Options: o}}, nil
}
