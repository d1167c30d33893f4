package keyfile

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"tranca.example/pkg/natsboot"
)

// Passwords are the passwords of NATS users by their names.
type Passwords map[string]string

// MissingError says that a file has no password of users that need one.
type MissingError struct {
	Path        string
	Users, Have []string // by name: those that are missing, and those that are there
}

// Error names the file, and both.
func (e *MissingError) Error() string {
	have := "nobody's"
	if len(e.Have) > 0 {
		have = "only those of " + strings.Join(e.Have, ", ")
	}
	return fmt.Sprintf("passwords %s: want the password of %s; it has %s", e.Path, strings.Join(e.Users, ", "), have)
}

// ReadPasswords reads {"user": "password", ...}. Needed users that are not there
// are a *MissingError.
func ReadPasswords(path string, needed ...string) (Passwords, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read passwords: %w", err)
	}
	var all Passwords
	if json.Unmarshal(text, &all) != nil { // the cause may repeat one
		return nil, fmt.Errorf(`passwords %s: want one JSON object {"user": "password", ...}`, path)
	}
	if err := all.check(path); err != nil {
		return nil, err
	}
	return all, all.need(path, needed)
}

func (p Passwords) need(path string, users []string) error {
	missing := slices.DeleteFunc(slices.Clone(users), func(name string) bool { return p[name] != "" })
	if len(missing) == 0 {
		return nil
	}
	return &MissingError{Path: path, Users: missing, Have: slices.Sorted(maps.Keys(p))}
}

func (p Passwords) check(path string) error {
	var known []string
	for _, u := range natsboot.Users(nil) {
		known = append(known, u.Name)
	}
	for name, password := range p {
		if !slices.Contains(known, name) {
			return fmt.Errorf("passwords %s: user %q is unknown; there are %s", path, name, strings.Join(known, ", "))
		}
		if password == "" {
			return fmt.Errorf("passwords %s: the password of %s is empty", path, name)
		}
	}
	return nil
}

// CreatePasswords writes a file that ReadPasswords reads. A file that exists is
// an error.
func CreatePasswords(path string, p Passwords) error {
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("keep passwords: %w", err)
	}
	return create(path, append(text, '\n'))
}

// Credentials are the passwords as a server's configuration wants them.
func (p Passwords) Credentials() map[string]natsboot.Credential {
	all := make(map[string]natsboot.Credential, len(p))
	for name, password := range p {
		all[name] = natsboot.Credential{Password: password}
	}
	return all
}
