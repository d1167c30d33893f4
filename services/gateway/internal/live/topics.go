package live

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/tablehost"
)

// maxTopics is how many topics one stream has at most.
const maxTopics = 16

// Parameters of a request, one for each kind of topic.
const (
	paramTable = "table"
	paramLobby = "lobby"
)

// wanted are the topics that a request asks for.
type wanted struct {
	tables []subject.TableID
	lobby  bool
}

// alone tells whether one table is all.
func (w wanted) alone() bool { return len(w.tables) == 1 && !w.lobby }

// wantedOf reads the topics of a request: the path names one table, or the
// parameters name all.
func wantedOf(r *http.Request) (wanted, error) {
	if text := r.PathValue("id"); text != "" {
		id, err := tablehost.TableID(text)
		return wanted{tables: []subject.TableID{id}}, err
	}
	parameters, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return wanted{}, noTopic("the parameters cannot be read", "")
	}
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		if name != paramTable && name != paramLobby {
			return wanted{}, noTopic("there is no such topic", name)
		}
	}
	var w wanted
	for _, value := range parameters[paramLobby] {
		if value != "1" {
			return wanted{}, noTopic("lobby has no such value", paramLobby)
		}
		w.lobby = true
	}
	if w.tables, err = tablesOf(parameters[paramTable]); err != nil {
		return wanted{}, err
	}
	return w, w.check()
}

// tablesOf are the tables with the ids, each once.
func tablesOf(texts []string) (all []subject.TableID, err error) {
	for _, text := range texts {
		id, err := tablehost.TableID(text)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(all, id) {
			all = append(all, id)
		}
		if len(all) > maxTopics {
			break
		}
	}
	return all, nil
}

func (w wanted) check() error {
	n := len(w.tables)
	if w.lobby {
		n++
	}
	switch {
	case n == 0:
		return noTopic("no topic", "")
	case n > maxTopics:
		return noTopic("too many topics", "")
	}
	return nil
}

// noTopic refuses what is no topic, and says what is.
func noTopic(why, name string) error {
	const allowed = "table=<id>, lobby=1"
	r := rpcerr.New(rpcerr.ReasonMalformed, fmt.Sprintf("%s: want 1 to %d of %s", why, maxTopics, allowed)).With("allowed", allowed)
	if name == "" {
		return r
	}
	return r.With("topic", name[:min(len(name), 64)])
}
