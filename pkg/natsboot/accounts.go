package natsboot

import (
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Credential is how a user proves who it is: a password, or the public half of
// an nkey. Exactly one is set.
type Credential struct {
	Password string
	NKey     string
}

// NewPasswords draws a password of 128 bits for each user.
func NewPasswords(random io.Reader, users []User) (map[string]Credential, error) {
	all := make(map[string]Credential, len(users))
	for _, u := range users {
		var secret [16]byte
		if _, err := io.ReadFull(random, secret[:]); err != nil {
			return nil, fmt.Errorf("password of user %s: %w", u.Name, err)
		}
		all[u.Name] = Credential{Password: hex.EncodeToString(secret[:])}
	}
	return all, nil
}

// Accounts returns the accounts part of a server's configuration: the system
// account, and the account GAME with the users and just their rights. A user
// without a credential is left out.
func Accounts(users []User, credentials map[string]Credential) string {
	var b strings.Builder
	b.WriteString("system_account: SYS\naccounts {\n  SYS: {}\n  GAME: {\n    jetstream: enabled\n    users: [\n")
	for _, u := range users {
		if c, found := credentials[u.Name]; found {
			writeUser(&b, u, c)
		}
	}
	b.WriteString("    ]\n  }\n}\n")
	return b.String()
}

func writeUser(b *strings.Builder, u User, c Credential) {
	if c.NKey != "" {
		fmt.Fprintf(b, "      { nkey: %s # %s\n", strconv.Quote(c.NKey), u.Name)
	} else {
		fmt.Fprintf(b, "      { user: %s, password: %s\n", strconv.Quote(u.Name), strconv.Quote(c.Password))
	}
	b.WriteString("        permissions: {\n")
	writeAllowed(b, "publish", u.Rights.Publish)
	writeAllowed(b, "subscribe", u.Rights.Subscribe)
	if u.Rights.Respond {
		b.WriteString("          allow_responses: { max: 1, expires: \"20s\" }\n")
	}
	b.WriteString("        }\n      }\n")
}

func writeAllowed(b *strings.Builder, verb string, subjects []string) {
	fmt.Fprintf(b, "          %s: { allow: [\n", verb)
	for _, s := range subjects {
		fmt.Fprintf(b, "            %s\n", strconv.Quote(s))
	}
	b.WriteString("          ] }\n")
}
