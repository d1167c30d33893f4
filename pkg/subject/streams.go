package subject

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// Streams that are not split by shard.
const (
	AllocStream  = "ALLOC"  // idempotency records and seat reservations
	TimersStream = "TIMERS" // schedules and their firings
	DLQStream    = "DLQ"    // advisories about poison messages
)

// GamePrefix begins the name of every stream of commits.
const GamePrefix = "GAME_"

// GameStream names the stream with the commits of a shard's tables.
func GameStream(s Shard) string { return GamePrefix + s.String() }

// Game is the subject of a table's commits.
func Game(t TableID) string { return "g." + t.shard.String() + "." + t.text + ".ev" }

// GameFilter matches the commits of all tables of a shard.
func GameFilter(s Shard) string { return "g." + s.String() + ".*.ev" }

// ParseGame returns the table of a commit's subject.
func ParseGame(subject string) (TableID, error) {
	return parseTable(subject, "g", "ev")
}

// Live is the subject on which a table's accepted commits are pushed, at most once.
func Live(t TableID) string { return "live." + t.shard.String() + "." + t.text }

// LiveFilter matches the pushed commits of all tables of a shard.
func LiveFilter(s Shard) string { return "live." + s.String() + ".*" }

// LiveDestination is the server's mapping from GameFilter to Live.
func LiveDestination(s Shard) string { return "live." + s.String() + ".{{wildcard(1)}}" }

// ParseLive returns the table of a pushed commit's subject.
func ParseLive(subject string) (TableID, error) {
	return parseTable(subject, "live", "")
}

// Holder is where gateways tell each other of the holders of a table's seats.
func Holder(t TableID) string { return "holder." + t.shard.String() + "." + t.text }

// HolderFilter matches what gateways tell each other of the holders of a shard's tables.
func HolderFilter(s Shard) string { return "holder." + s.String() + ".*" }

// ParseHolder returns the table whose holders a message is about.
func ParseHolder(subject string) (TableID, error) {
	return parseTable(subject, "holder", "")
}

// Emote is where gateways tell each other of the words that the holders of a table's
// seats say.
func Emote(t TableID) string { return "emote." + t.shard.String() + "." + t.text }

// EmoteFilter matches the words that are said at a shard's tables.
func EmoteFilter(s Shard) string { return "emote." + s.String() + ".*" }

// ParseEmote returns the table at which a word is said.
func ParseEmote(subject string) (TableID, error) {
	return parseTable(subject, "emote", "")
}

// RootStream names the stream with the dealer's roots of a shard.
func RootStream(s Shard) string { return "ROOT_" + s.String() }

// Root is the subject of the roots of a table's matches.
func Root(t TableID) string { return "r." + t.shard.String() + "." + t.text }

// RootFilter matches the roots of all tables of a shard.
func RootFilter(s Shard) string { return "r." + s.String() + ".*" }

// SecretStream names the stream with the seeds of a shard's deals.
func SecretStream(s Shard) string { return "SECRET_" + s.String() }

// Secret is the subject of the seed of one deal: the n-th match of the table
// and the round within it, both counted from 1.
func Secret(t TableID, match, round uint32) string {
	return "s." + t.shard.String() + "." + t.text + "." + number(match) + "." + number(round)
}

// SecretFilter matches the seeds of all deals of a shard.
func SecretFilter(s Shard) string { return "s." + s.String() + ".*.*.*" }

// PublicStream names the stream with a shard's published events.
func PublicStream(s Shard) string { return "PUBLIC_" + s.String() }

// PublicFilter matches all published events of a shard.
func PublicFilter(s Shard) string { return "pub.v1." + s.String() + ".>" }

// Alloc is the subject of an idempotency record: the hash of client and key.
func Alloc(hash [32]byte) string { return "a." + hex.EncodeToString(hash[:]) }

// Player is the subject of a player's seat reservation.
func Player(player Token) string { return "p." + player.text }

// AllocFilters match everything that AllocStream holds.
func AllocFilters() []string { return []string{"a.*", "p.*"} }

// TimerSet is the subject of a table's pending schedule.
func TimerSet(t TableID) string { return "t.set." + t.text }

// TimerFire is the subject on which a table's schedule fires.
func TimerFire(t TableID) string { return "t.fire." + t.text }

// TimerSetFilter matches the schedules of all tables.
func TimerSetFilter() string { return "t.set.*" }

// TimerFireFilter matches the firings of all tables.
func TimerFireFilter() string { return "t.fire.*" }

// ParseTimerFire returns the table whose schedule fired.
func ParseTimerFire(subject string) (TableID, error) {
	text, found := strings.CutPrefix(subject, "t.fire.")
	if !found {
		return TableID{}, fmt.Errorf("subject %q: want t.fire.<table>", shorten(subject))
	}
	return ParseTableID(text)
}

// terminations begin the subjects of advisories that come with a reason.
const terminations = "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED."

// DLQFilters match the server's advisories about messages that nobody could handle.
func DLQFilters() []string {
	return []string{"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.>", terminations + ">"}
}

// IsTermination tells whether an advisory's subject says that whoever handled the
// message gave it up, and not that it was delivered too often.
func IsTermination(subject string) bool { return strings.HasPrefix(subject, terminations) }

// Command is where one replica of a service takes requests.
func Command(s Service, replica Token) string { return "cmd." + string(s) + "." + replica.text }

// CommandAny is where any replica of a service takes requests.
func CommandAny(s Service) string { return "cmd." + string(s) + ".any" }

// Wake is where a service is told that a table may need it.
func Wake(s Service) string { return "wake." + string(s) }

// Heartbeat is where the replicas of a service say that they live.
func Heartbeat(s Service) string { return "hb." + string(s) }

func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

// parseTable reads <first>.<shard>.<table>[.<last>] and checks that the shard
// token is the table's own.
func parseTable(subject, first, last string) (TableID, error) {
	want := first + ".<shard>.<table>"
	if last != "" {
		want += "." + last
	}
	parts := strings.Split(subject, ".")
	if last != "" && len(parts) == 4 && parts[3] == last {
		parts = parts[:3]
	}
	if len(parts) != 3 || parts[0] != first || last != "" && !strings.HasSuffix(subject, "."+last) {
		return TableID{}, fmt.Errorf("subject %q: want %s", shorten(subject), want)
	}
	id, err := ParseTableID(parts[2])
	if err != nil {
		return TableID{}, fmt.Errorf("subject %q: %w", shorten(subject), err)
	}
	if parts[1] != id.shard.String() {
		return TableID{}, fmt.Errorf("subject %q: shard %q is not the table's shard %s", shorten(subject), parts[1], id.shard)
	}
	return id, nil
}
