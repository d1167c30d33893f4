package wire

import (
	"tranca.example/pkg/rpcerr"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// RejectionView is the detail of a refused command. What would have been legal
// goes with it, so it is for the actor alone.
func RejectionView(r *rpcerr.Rejection) *apiv1.Rejection {
	return &apiv1.Rejection{
		Reason: r.Reason, Message: r.Message, Params: present(r.Params), CurrentVersion: r.Version, Legal: r.Legal,
	}
}

// StandingViews is a page of the ladder.
func StandingViews(page []PlayerStanding) []*apiv1.PlayerStanding {
	out := make([]*apiv1.PlayerStanding, 0, len(page))
	for _, s := range page {
		out = append(out, &apiv1.PlayerStanding{
			Rank: s.Rank, Player: s.Player, Matches: s.Matches, Wins: s.Wins, Points: s.Points,
		})
	}
	return out
}
