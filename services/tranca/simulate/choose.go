package simulate

import (
	"fmt"
	"math/bits"

	"tranca.example/pkg/domino/bot"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// choose picks one of the placements that the server offers; there is one.
func choose(policy string, plays []*apiv1.Placement, number uint64) (*apiv1.Placement, error) {
	if policy == bot.Greedy {
		return heaviest(plays)
	}
	k, _ := bits.Mul64(number, uint64(len(plays)))
	return plays[k], nil
}

// heaviest is the placement with the most pips, of equal ones the first.
func heaviest(plays []*apiv1.Placement) (best *apiv1.Placement, err error) {
	most := -1
	for _, p := range plays {
		var high, low int
		if _, err := fmt.Sscanf(p.GetTile(), "%d-%d", &high, &low); err != nil {
			return nil, fmt.Errorf("the server offers the tile %q: %w", p.GetTile(), err)
		}
		if high+low > most {
			best, most = p, high+low
		}
	}
	return best, nil
}
