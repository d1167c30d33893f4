package alloc

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"

	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// IDs makes the id of a table for a key's digest and a command id.
type IDs func(key table.Hash, id table.CommandID) (subject.TableID, error)

// Random makes ids of 80 random bits on a shard that they choose.
func Random(random io.Reader, shards []subject.Shard) IDs {
	return func(table.Hash, table.CommandID) (subject.TableID, error) {
		var bits [10]byte
		if _, err := io.ReadFull(random, bits[:]); err != nil {
			return subject.TableID{}, fmt.Errorf("random table id: %w", err)
		}
		return subject.NewTableID(shardOf(bits, shards), bits)
	}
}

// Seeded makes the same id for the same seed, key and command id.
func Seeded(seed []byte, shards []subject.Shard) IDs {
	return func(key table.Hash, id table.CommandID) (subject.TableID, error) {
		m := hmac.New(sha256.New, seed)
		m.Write([]byte("tranca table id\x00"))
		m.Write(key[:])
		m.Write(id[:])
		bits := [10]byte(m.Sum(nil))
		return subject.NewTableID(shardOf(bits, shards), bits)
	}
}

func shardOf(bits [10]byte, shards []subject.Shard) subject.Shard {
	return shards[(int(bits[0])<<8|int(bits[1]))%len(shards)]
}
