package keyfile

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"tranca.example/pkg/natsboot"
)

// Passwords are the passwords of NATS users by their names.
type Passwords map[string]string

// ReadPasswords reads {"user": "password", ...}.
func ReadPasswords(path string) (Passwords, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read passwords: %w", err)
	}
	var all Passwords
	if json.Unmarshal(text, &all) != nil { // the cause may repeat one
		return nil, fmt.Errorf(`passwords %s: want one JSON object {"user": "password", ...}`, path)
	}
	return all, all.check(path)
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
