package alloc

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"tranca.example/pkg/records"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// tries bounds the writes of one record whose outcome stays unknown.
const tries = 3

// Register holds the ids that were given.
type Register struct {
	store *records.Store
	ids   IDs
}

// New makes a register on the stream of allocations.
func New(store *records.Store, ids IDs) *Register { return &Register{store: store, ids: ids} }

// TableID is the id for a player key's digest and a command id: a new one the
// first time and the same one ever after.
func (r *Register) TableID(ctx context.Context, key table.Hash, id table.CommandID) (subject.TableID, error) {
	fresh, err := r.ids(key, id)
	if err != nil {
		return subject.TableID{}, err
	}
	if id == (table.CommandID{}) {
		return subject.TableID{}, rpcerr.New(rpcerr.ReasonMalformed, "opening a table needs a command id").With("field", "command_id")
	}
	kept, err := r.keep(ctx, subject.Alloc(recordOf(key, id)), fresh)
	if err != nil {
		return subject.TableID{}, fmt.Errorf("%w: %w", rpcerr.New(rpcerr.ReasonUnavailable, "no id could be given; try again with the same id"), err)
	}
	return kept, nil
}

// keep writes the record unless it is there, and reads what is there.
func (r *Register) keep(ctx context.Context, at string, fresh subject.TableID) (subject.TableID, error) {
	var last error
	for range tries {
		_, err := r.store.Put(ctx, at, []byte(fresh.String()), nil, 0)
		if err == nil {
			return fresh, nil
		}
		if last = err; errors.Is(err, records.ErrRefused) {
			return subject.TableID{}, err
		}
		there, err := r.store.Last(ctx, subject.AllocStream, at)
		if err == nil {
			return subject.ParseTableID(string(there.Data))
		}
		if !errors.Is(err, records.ErrNone) {
			return subject.TableID{}, err
		}
	}
	return subject.TableID{}, last
}

func recordOf(key table.Hash, id table.CommandID) [32]byte {
	return sha256.Sum256(append(append([]byte("tranca open\x00"), key[:]...), id[:]...))
}
