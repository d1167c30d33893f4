package table

// Phase is where a table stands. Only the service that owns the phase may
// append to the table's log.
type Phase string

// The phases.
const (
	PhaseNone     Phase = "" // before TableOpened
	PhaseOpen     Phase = "open"
	PhaseDealing  Phase = "dealing"
	PhasePlaying  Phase = "playing"
	PhaseScoring  Phase = "scoring"
	PhaseFinished Phase = "finished"
	PhaseClosed   Phase = "closed"
)

// Phases lists the phases that a table with a log can be in.
func Phases() []Phase {
	return []Phase{PhaseOpen, PhaseDealing, PhasePlaying, PhaseScoring, PhaseFinished, PhaseClosed}
}

// Service names a service that may own a phase.
type Service string

// The services.
const (
	Lobby   Service = "lobby"
	Dealer  Service = "dealer"
	Rules   Service = "rules"
	Scoring Service = "scoring"
	Bots    Service = "bots"
	Gateway Service = "gateway"
)

// Owner is the service that may append while the table is in phase p; nobody
// appends to a closed table, which is "".
func (p Phase) Owner() Service {
	switch p {
	case PhaseNone, PhaseOpen, PhaseFinished:
		return Lobby
	case PhaseDealing:
		return Dealer
	case PhasePlaying:
		return Rules
	case PhaseScoring:
		return Scoring
	case PhaseClosed:
	}
	return ""
}

// InMatch tells whether a match runs, so that a leaver is replaced.
func (p Phase) InMatch() bool {
	return p == PhaseDealing || p == PhasePlaying || p == PhaseScoring
}

// idles tells whether the table is closed when nothing happens for long.
func (p Phase) idles() bool { return p == PhaseOpen || p == PhaseFinished }
