package replay

import (
	"errors"
	"fmt"
	"iter"

	"tranca.example/pkg/domino/record"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/wire"
)

// ErrUnreadable says that a commit of the log is none: our fault, and no word
// about what a caller asked.
var ErrUnreadable = errors.New("commit cannot be read")

// Decode reads the commits of one table, from its first one, and checks that
// each was written by the owner of the phase before it. An error ends it.
func Decode(codec *wire.Codec, commits iter.Seq2[eventlog.Commit, error]) iter.Seq2[table.Commit, error] {
	return func(yield func(table.Commit, error) bool) {
		baton, phase := tablehost.Baton(), ""
		for c, err := range commits {
			if err == nil {
				err = baton.VerifyWriter(phase, c)
			}
			var commit table.Commit
			if err == nil {
				commit, err = DecodeCommit(codec, c)
			}
			if err != nil {
				yield(table.Commit{}, fmt.Errorf("replay: %w", err))
				return
			}
			if !yield(commit, nil) {
				return
			}
			phase = c.Phase
		}
	}
}

// DecodeCommit reads one commit of a log. The error is ErrUnreadable; its cause
// is told as text, because it is of a kind that blames the caller.
func DecodeCommit(codec *wire.Codec, c eventlog.Commit) (table.Commit, error) {
	commit, err := codec.DecodeCommit(c.Body)
	return readable(c, commit, err)
}

// DecodeNext is DecodeCommit for a reader who has the state before it: see
// wire.Codec.DecodeNext.
func DecodeNext(codec *wire.Codec, before table.State, c eventlog.Commit) (table.Commit, error) {
	commit, err := codec.DecodeNext(before, c.Body)
	return readable(c, commit, err)
}

func readable(c eventlog.Commit, commit table.Commit, err error) (table.Commit, error) {
	if err != nil {
		return table.Commit{}, fmt.Errorf("%w: version %d of table %s: %s", ErrUnreadable, c.Version, c.Table, err.Error())
	}
	return commit, nil
}

// Rounds yields the record of every revealed round of one table's log, in
// order. The id of a record is <match id>/<round>, and its Deal makes it
// verifiable. Equal logs make equal records. An error of the log, or a log that
// contradicts itself, ends the iteration.
func Rounds(commits iter.Seq2[table.Commit, error]) iter.Seq2[record.Record, error] {
	return func(yield func(record.Record, error) bool) {
		var f folder
		for c, err := range commits {
			if err != nil {
				yield(record.Record{}, err)
				return
			}
			for _, e := range c.Events {
				in, over := f.fold(c.State, e)
				if !over {
					continue
				}
				rec, err := record.FromRound(in)
				if err != nil {
					err = fmt.Errorf("replay: version %d of table %s: %w", c.Version, c.State.ID, err)
				}
				if !yield(rec, err) || err != nil {
					return
				}
			}
		}
	}
}
