package table

import (
	"slices"

	"tranca.example/pkg/domino"
)

// authorise tells why the actor may not send the command at all.
func (j *judge) authorise() error {
	if j.Phase == PhaseNone {
		if _, opens := j.Command.(OpenTable); !opens {
			return refuse(UnknownTable)
		}
	}
	switch j.Command.(type) {
	case OpenTable, Sit:
		return j.mustBe(ActorKey, Forbidden)
	case MoveSeat, Leave, Ready, Unready, Reveal, Play, Draw, Pass, AskRematch, Disconnect, Return:
		return j.mustHoldSeat()
	case ReissueToken:
		if j.Actor.Kind == ActorKey && j.SeatOf(j.Actor.KeyHash) != domino.NoSeat {
			return nil
		}
		return j.mustHoldSeat()
	case AddBot, RemoveBot:
		if j.isOwner() {
			return nil
		}
		return j.mustHoldSeat()
	case ChangeSettings, Close:
		return j.mustOwn()
	default:
		return j.authoriseService()
	}
}

func (j *judge) authoriseService() error {
	switch j.Command.(type) {
	case CommitDeal, CancelStart, DealRound:
		return j.mustServe(Dealer)
	case Score:
		return j.mustServe(Scoring)
	case Timeout:
		return j.mustServe(Rules, j.Phase.Owner())
	case TakeOver:
		if j.official() {
			return j.mustOfficiate(ActorReferee, ActorOperator)
		}
		return j.mustServe(Rules, j.Phase.Owner())
	case Annul, Void:
		if j.Actor.Kind == ActorService {
			return j.mustServe(j.Phase.Owner())
		}
		return j.mustOfficiate(ActorOperator)
	case Freeze, Thaw, RevokeToken:
		return j.mustOfficiate(ActorReferee, ActorOperator)
	default:
		return refuse(UnknownCommand)
	}
}

func (j *judge) mustBe(kind ActorKind, why Why) error {
	if j.Actor.Kind != kind {
		return j.notAllowed(why)
	}
	if kind == ActorKey && j.Actor.KeyHash == (Hash{}) {
		return j.notAllowed(NoToken)
	}
	return nil
}

// mustHoldSeat checks the token of a seat: the actor is who is authenticated,
// whoever is on turn (T-40).
func (j *judge) mustHoldSeat() error {
	if j.Actor.Kind != ActorSeat {
		return j.notAllowed(NoToken)
	}
	seat := j.at(j.Actor.Seat)
	if seat == nil || seat.Kind == SeatEmpty || seat.Gen != j.Actor.Gen {
		return j.notAllowed(TokenRevoked)
	}
	return nil
}

// mustOwn wants the owner's key, or the seat that was taken with it.
func (j *judge) mustOwn() error {
	if j.isOwner() {
		return nil
	}
	if j.Actor.Kind == ActorSeat {
		if err := j.mustHoldSeat(); err != nil {
			return err
		}
	}
	return j.notAllowed(NotOwner)
}

func (j *judge) isOwner() bool {
	if j.OwnerKey == (Hash{}) {
		return false
	}
	switch j.Actor.Kind {
	case ActorKey:
		return j.Actor.KeyHash == j.OwnerKey
	case ActorSeat:
		return j.mustHoldSeat() == nil && j.at(j.Actor.Seat).KeyHash == j.OwnerKey
	case ActorService, ActorReferee, ActorOperator:
	}
	return false
}

// official tells whether a referee or an operator speaks.
func (j *judge) official() bool { return j.Actor.Kind == ActorReferee || j.Actor.Kind == ActorOperator }

// mustOfficiate wants one of these officials, who has no seat at the table: nobody
// decides about a game of their own.
func (j *judge) mustOfficiate(kinds ...ActorKind) error {
	if !slices.Contains(kinds, j.Actor.Kind) {
		return j.notAllowed(NotOperator)
	}
	if j.SeatOf(j.Actor.KeyHash) != domino.NoSeat {
		return j.notAllowed(HoldsSeat)
	}
	return nil
}

func (j *judge) mustServe(services ...Service) error {
	if j.Actor.Kind == ActorService {
		for _, s := range services {
			if s != "" && s == j.Actor.Service {
				return nil
			}
		}
	}
	return j.notAllowed(Forbidden)
}

func (j *judge) notAllowed(why Why) error {
	seat := domino.NoSeat
	if j.Actor.Kind == ActorSeat {
		seat = j.Actor.Seat
	}
	return &NotAllowed{Why: why, Seat: seat}
}
