package subject

import "fmt"

// MaxToken is the longest token in characters.
const MaxToken = 64

// Token is one element of a subject that comes from outside: a replica's name,
// a player's pseudonym. The zero value is no token.
type Token struct{ text string }

// ParseToken accepts 1 to MaxToken letters, digits, '-' and '_'.
func ParseToken(text string) (Token, error) {
	if text == "" || len(text) > MaxToken {
		return Token{}, fmt.Errorf("token %q: %d characters: want 1 to %d", shorten(text), len(text), MaxToken)
	}
	for i := range len(text) {
		if !inToken(text[i]) {
			return Token{}, fmt.Errorf("token %q: want only letters, digits, '-' and '_'", text)
		}
	}
	return Token{text}, nil
}

// String returns the token as it stands in a subject.
func (t Token) String() string { return t.text }

func inToken(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// Service is the name of one of our services, as it stands in subjects, user
// names and the writer header of a commit.
type Service string

// The services that exist.
const (
	Lobby    Service = "lobby"
	Dealer   Service = "dealer"
	Rules    Service = "rules"
	Scoring  Service = "scoring"
	Bots     Service = "bots"
	Gateway  Service = "gateway"
	Exporter Service = "exporter"
)

// ParseService accepts the names of the services that exist.
func ParseService(text string) (Service, error) {
	switch s := Service(text); s {
	case Lobby, Dealer, Rules, Scoring, Bots, Gateway, Exporter:
		return s, nil
	}
	return "", fmt.Errorf("service %q: want lobby, dealer, rules, scoring, bots, gateway or exporter", shorten(text))
}
