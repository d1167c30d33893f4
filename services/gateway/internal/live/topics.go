package live

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/tablehost"
)

// maxTopics is how many topics one stream has at most.
const maxTopics = 16

// Parameters of a request: one for each kind of topic, and what is not to be heard.
const (
	paramTable  = "table"
	paramLobby  = "lobby"
	paramMute   = "mute"
	paramEmotes = "emotes"
)

// wanted are the topics that a request asks for.
type wanted struct {
	tables []subject.TableID
	lobby  bool
	deaf   deaf
}

// alone tells whether one table is all.
func (w wanted) alone() bool { return len(w.tables) == 1 && !w.lobby }

// wantedOf reads the topics of a request: the path names one table, or the
// parameters name all.
func wantedOf(r *http.Request) (w wanted, err error) {
	parameters, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return w, noTopic("the parameters cannot be read", "")
	}
	if w.deaf, err = deafTo(parameters); err != nil {
		return w, err
	}
	if text := r.PathValue("id"); text != "" {
		id, err := tablehost.TableID(text)
		w.tables = []subject.TableID{id}
		return w, err
	}
	return w, w.read(parameters)
}

// read reads the topics that parameters name.
func (w *wanted) read(parameters url.Values) (err error) {
	known := []string{paramTable, paramLobby, paramMute, paramEmotes}
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		if !slices.Contains(known, name) {
			return noTopic("there is no such topic", name)
		}
	}
	for _, value := range parameters[paramLobby] {
		if value != "1" {
			return noTopic("lobby has no such value", paramLobby)
		}
		w.lobby = true
	}
	if w.tables, err = tablesOf(parameters[paramTable]); err != nil {
		return err
	}
	return w.check()
}

// maxSeat is the last seat that any table has.
const maxSeat = 9

// deafTo reads who is not to be heard: single seats, or all.
func deafTo(parameters url.Values) (d deaf, err error) {
	for _, value := range parameters[paramEmotes] {
		if value != "on" && value != "off" {
			return d, badParameter(paramEmotes, "on or off")
		}
		d.all = value == "off"
	}
	for _, value := range parameters[paramMute] {
		seat, err := strconv.ParseUint(value, 10, 8)
		if err != nil || seat > maxSeat {
			return d, badParameter(paramMute, "a seat from 0 to "+strconv.Itoa(maxSeat))
		}
		d.seats |= 1 << seat
	}
	return d, nil
}

// badParameter refuses a parameter, and says what it may be.
func badParameter(name, want string) error {
	return rpcerr.New(rpcerr.ReasonMalformed, "parameter "+name+": want "+want).With("field", name).With("want", want)
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
