package wire

import (
	"fmt"

	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// EncodeCommit writes a commit as it lies in the log. It fails only for an
// event that the log has no message for.
func (c *Codec) EncodeCommit(commit table.Commit) ([]byte, error) {
	body, err := c.written(func(m *message) error {
		m.number(1, uint64(commit.Version))
		m.signed(2, int64(commit.At))
		m.text(3, string(commit.Writer))
		if a := commit.Answers; a != nil {
			mark := m.open(4)
			m.seat(1, a.Seat)
			m.bytes(2, a.ID[:])
			m.number(3, uint64(a.Gen))
			m.close(mark)
		}
		if err := c.appendEvents(m, commit.Events); err != nil {
			return err
		}
		mark := m.open(6)
		c.state(m, &commit.State)
		m.close(mark)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("encode commit %d: %w", commit.Version, err)
	}
	return body, nil
}

// DecodeCommit reads what EncodeCommit wrote and folds the running round again.
// The error is a *Malformed.
func (c *Codec) DecodeCommit(b []byte) (table.Commit, error) {
	var m eventv1.Commit
	if err := unmarshal("commit", b, &m); err != nil {
		return table.Commit{}, err
	}
	var r reader
	commit := table.Commit{
		Version: m.GetVersion(),
		At:      table.Time(m.GetAtMs()),
		Writer:  table.Service(m.GetWriter()),
		Events:  c.decodeEvents(&r, m.GetEvents()),
		State:   c.decodeState(&r, m.GetState()),
	}
	if a := m.GetAnswer(); a != nil {
		commit.Answers = &table.Answer{
			Seat: r.anySeat("answer.seat", a.Seat), Gen: a.GetGen(), ID: r.commandID("answer.command_id", a.GetCommandId()),
		}
	}
	if err := r.done(); err != nil {
		return table.Commit{}, err
	}
	return commit, nil
}

// EncodeState writes what everybody may know of a table: the state without key
// hashes and command ids.
func (c *Codec) EncodeState(s table.State) ([]byte, error) {
	public := table.Public(s)
	return c.written(func(m *message) error { c.state(m, &public); return nil })
}

// DecodeState reads what EncodeState wrote. The error is a *Malformed.
func (c *Codec) DecodeState(b []byte) (table.State, error) {
	var m eventv1.State
	if err := unmarshal("state", b, &m); err != nil {
		return table.State{}, err
	}
	var r reader
	s := c.decodeState(&r, &m)
	if err := r.done(); err != nil {
		return table.State{}, err
	}
	return s, nil
}
