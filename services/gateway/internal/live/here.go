package live

import (
	"context"
	"encoding/binary"
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/wire"
)

// The word that a holder's client is there, as gateways hand it on: form, seat and
// generation.
const (
	hereVersion = 2
	hereLength  = 1 + 1 + 4
)

// Here takes the word of a seat's client that it is there. At another gateway than
// its stream's, rules checks the token, and the word goes to all gateways.
func (h *Handler) Here(ctx context.Context, id subject.TableID, token string) error {
	if who, ok := h.o.Presence.known(id.String(), token); ok && h.o.Presence.hear(who) {
		return nil
	}
	v, err := h.ask(ctx, id, token, wire.GetSeatView{Last: true})
	if err != nil {
		return err
	}
	who := holder{table: id.String(), seat: v.Seat, gen: v.Seats[v.Seat].Gen}
	if h.o.Presence.hear(who) {
		return nil
	}
	body := binary.BigEndian.AppendUint32([]byte{hereVersion, byte(who.seat)}, who.gen)
	if err := h.o.Peers.Tell(id, body); err != nil {
		return fmt.Errorf("tell gateways who is there: %w", err)
	}
	return nil
}

// hear takes the word of another gateway.
func (h *Handler) hear(id subject.TableID, body []byte) error {
	if len(body) != hereLength || body[0] != hereVersion {
		return h.claims.hear(id, body)
	}
	h.o.Presence.hear(holder{table: id.String(), seat: domino.Seat(body[1]), gen: binary.BigEndian.Uint32(body[2:])})
	return nil
}
