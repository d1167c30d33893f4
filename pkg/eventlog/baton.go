package eventlog

import "maps"

// Baton says which service may append in which phase. The zero value lets
// nobody append.
type Baton struct {
	opener string
	owners map[string]string
}

// NewBaton takes the service that writes first commits and the owner of each
// phase. A phase with the owner "" is known, but ends the table.
func NewBaton(opener string, owners map[string]string) Baton {
	return Baton{opener: opener, owners: maps.Clone(owners)}
}

// Owner returns the service that may append to a table in phase, "" when nobody
// may. The phase "" is that of a table without commits.
func (b Baton) Owner(phase string) string {
	if phase == "" {
		return b.opener
	}
	return b.owners[phase]
}

// Knows tells whether phase is one that a commit may lead to.
func (b Baton) Knows(phase string) bool {
	_, known := b.owners[phase]
	return known
}

// VerifyWriter checks that c was appended by the owner of previous, the phase
// after the table's commit before ("" when c is the first). Every reader calls
// it before it applies c; the error is a *ForeignCommitError.
func (b Baton) VerifyWriter(previous string, c Commit) error {
	owner := b.Owner(previous)
	if owner != "" && c.Writer == owner {
		return nil
	}
	return &ForeignCommitError{Table: c.Table, Version: c.Version, Writer: c.Writer, Phase: previous, Owner: owner}
}
