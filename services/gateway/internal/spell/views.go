package spell

import (
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Update appends what everybody may know of a commit. An error leaves b unused.
func Update(b []byte, m *apiv1.LiveUpdate) ([]byte, error) { return whole(b, m, update) }

// Table appends what everybody may see of a table.
func Table(b []byte, m *apiv1.Table) ([]byte, error) { return whole(b, m, table) }

// Seat appends what the holder of a seat sees.
func Seat(b []byte, m *apiv1.Seat) ([]byte, error) { return whole(b, m, seat) }

// Lobby appends the list of tables, or what changed in it.
func Lobby(b []byte, m *apiv1.LobbyUpdate) ([]byte, error) { return whole(b, m, lobby) }

// Emote appends a word that somebody said.
func Emote(b []byte, m *apiv1.LiveEmote) ([]byte, error) { return whole(b, m, emote) }

func whole[M any](b []byte, m *M, write func(*text, *M)) ([]byte, error) {
	t := &text{b: b}
	object(t, m, write)
	if t.bad {
		return nil, errNoText
	}
	return t.b, nil
}

func update(t *text, m *apiv1.LiveUpdate) {
	t.words("tableId", m.GetTableId())
	t.number("version", m.GetVersion())
	t.moment("time", m.GetTime())
	parts(t, "events", m.GetEvents(), event)
	part(t, "table", m.GetTable(), table)
}

func event(t *text, m *apiv1.PublicEvent) {
	t.words("type", m.GetType())
	t.numberIf("seat", m.Seat)
	t.numberIf("from", m.From)
	t.numberIf("next", m.Next)
	t.words("tile", m.GetTile())
	t.words("side", m.GetSide())
	t.numberIf("node", m.Node)
	t.words("player", m.GetPlayer())
	t.words("reason", m.GetReason())
	list(t, "seats", m.GetSeats(), count)
	list(t, "winners", m.GetWinners(), count)
	part(t, "result", m.GetResult(), result)
	part(t, "points", m.GetPoints(), points)
	t.words("by", m.GetBy())
}

func table(t *text, m *apiv1.Table) {
	t.words("tableId", m.GetTableId())
	t.number("version", m.GetVersion())
	t.number("turnVersion", m.GetTurnVersion())
	t.words("phase", m.GetPhase())
	t.words("preset", m.GetPreset())
	t.pairs("knobs", m.GetKnobs())
	part(t, "options", m.GetOptions(), options)
	t.pairs("properties", m.GetProperties())
	parts(t, "seats", m.GetSeats(), tableSeat)
	part(t, "match", m.GetMatch(), match)
	part(t, "round", m.GetRound(), round)
	t.moment("deadline", m.GetDeadline())
	t.yes("frozen", m.GetFrozen())
	list(t, "rematch", m.GetRematch(), count)
	t.moment("updated", m.GetUpdated())
	t.moment("limitEnd", m.GetLimitEnd())
}

func lobby(t *text, m *apiv1.LobbyUpdate) {
	t.yes("whole", m.GetWhole())
	parts(t, "tables", m.GetTables(), summary)
	list(t, "gone", m.GetGone(), quoted)
	t.yes("more", m.GetMore())
}

func emote(t *text, m *apiv1.LiveEmote) {
	t.words("tableId", m.GetTableId())
	t.numberIf("seat", m.Seat)
	t.words("emote", m.GetEmote())
}

func summary(t *text, m *apiv1.TableSummary) {
	t.words("tableId", m.GetTableId())
	t.number("version", m.GetVersion())
	t.words("phase", m.GetPhase())
	t.words("preset", m.GetPreset())
	t.pairs("knobs", m.GetKnobs())
	t.pairs("properties", m.GetProperties())
	parts(t, "seats", m.GetSeats(), tableSeat)
	t.number("freeSeats", m.GetFreeSeats())
	t.moment("updated", m.GetUpdated())
	t.number("spectatorDelayMs", m.GetSpectatorDelayMs())
	t.number("spectatorDelayRounds", m.GetSpectatorDelayRounds())
}

func options(t *text, m *apiv1.Options) {
	t.numberIf("turnLimitMs", m.TurnLimitMs)
	t.numberIf("intermissionMs", m.IntermissionMs)
	t.numberIf("revealLimitMs", m.RevealLimitMs)
	t.numberIf("idleLimitMs", m.IdleLimitMs)
	t.numberIf("graceMs", m.GraceMs)
	t.wordsIf("botPolicy", m.BotPolicy)
	t.numberIf("botThinkingMs", m.BotThinkingMs)
	t.words("entropy", m.GetEntropy())
	t.numberIf("firstMoveMs", m.FirstMoveMs)
	t.numberIf("timeBankMs", m.TimeBankMs)
	t.numberIf("incrementMs", m.IncrementMs)
	t.wordsIf("emotes", m.Emotes)
	t.numberIf("spectatorDelayMs", m.SpectatorDelayMs)
	t.numberIf("spectatorDelayRounds", m.SpectatorDelayRounds)
	t.yesIf("private", m.Private)
}

func tableSeat(t *text, m *apiv1.TableSeat) {
	t.numberIf("seat", m.Seat)
	t.words("kind", m.GetKind())
	t.words("player", m.GetPlayer())
	t.words("policy", m.GetPolicy())
	t.yes("ready", m.GetReady())
	t.yes("away", m.GetAway())
	t.moment("graceUntil", m.GetGraceUntil())
	t.number("handSize", m.GetHandSize())
	t.numberIf("side", m.Side)
	t.words("clientCommit", m.GetClientCommit())
	t.words("clientSeed", m.GetClientSeed())
	t.numberIf("bankMs", m.BankMs)
}

func match(t *text, m *apiv1.Match) {
	t.words("matchId", m.GetMatchId())
	t.number("n", m.GetN())
	t.number("round", m.GetRound())
	t.number("roundsPlayed", m.GetRoundsPlayed())
	list(t, "scores", m.GetScores(), amount)
	t.yes("fair", m.GetFair())
	t.words("dealTip", m.GetDealTip())
	t.moment("revealBy", m.GetRevealBy())
	t.moment("nextDeal", m.GetNextDeal())
	t.yes("over", m.GetOver())
	list(t, "winners", m.GetWinners(), count)
	list(t, "places", m.GetPlaces(), count)
	t.words("endReason", m.GetEndReason())
}

func seat(t *text, m *apiv1.Seat) {
	part(t, "table", m.GetTable(), table)
	t.numberIf("seat", m.Seat)
	list(t, "hand", m.GetHand(), quoted)
	part(t, "moves", m.GetMoves(), moves)
}

func moves(t *text, m *apiv1.Moves) {
	parts(t, "plays", m.GetPlays(), placement)
	t.yes("mayDraw", m.GetMayDraw())
	t.yes("mayPass", m.GetMayPass())
}

func placement(t *text, m *apiv1.Placement) {
	t.words("tile", m.GetTile())
	t.words("side", m.GetSide())
	t.numberIf("node", m.Node)
}
