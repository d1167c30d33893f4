package doctor

import (
	"fmt"
	"slices"

	"tranca.example/pkg/natsboot"
)

// Judge says what is wrong in the facts, and what is not.
func Judge(f Facts) []Check {
	return slices.Concat(
		settings(f), leaders(f), gaps(f), nodes(f), copies(f), durability(f),
		clocks(f), services(f), processes(f), projections(f), consumers(f), deadLetters(f), timers(f),
	)
}

// settings compares every stream with what it should be.
func settings(f Facts) []Check {
	found := findings{name: "streams"}
	wanted := natsboot.Streams(f.Settings)
	for _, want := range wanted {
		i := slices.IndexFunc(f.After.Streams, func(s Stream) bool { return s.Name == want.Name })
		switch {
		case i < 0 || f.After.Streams[i].Missing:
			found.add(Fail, "create it with 'tranca streams', or look whether --shards is right", fmt.Sprintf("stream %s does not exist", want.Name))
		case f.After.Streams[i].Error != "":
			found.add(Fail, "see whether its servers run and whether this user may ask for it (tranca nats-config with the same --shards)",
				fmt.Sprintf("stream %s tells nothing: %s", want.Name, f.After.Streams[i].Error))
		default:
			for _, d := range natsboot.Differences(want, f.After.Streams[i].Config) {
				found.add(Fail, "settle it by hand with 'nats stream edit'; nothing here changes a stream that exists", d.Error())
			}
		}
	}
	return found.or(fmt.Sprintf("all %d streams exist with the settings that they must have", len(wanted)))
}

// leaders wants a leader and every copy's server there.
func leaders(f Facts) []Check {
	found, led := findings{name: "leaders"}, 0
	for _, s := range f.After.Streams {
		if !s.known() || !s.Clustered {
			continue
		}
		led++
		if s.Leader == "" {
			found.add(Fail, "start the servers that are down: more than half of the copies must be there", fmt.Sprintf("stream %s has no leader", s.Name))
		}
		for _, p := range s.Peers {
			if p.Offline {
				found.add(Fail, "start that server; it catches up by itself", fmt.Sprintf("stream %s: the copy on server %s is offline", s.Name, p.Name))
			}
		}
		if have := s.held(); have != s.Config.Replicas {
			found.add(Fail, "see whether the cluster has enough servers", fmt.Sprintf("stream %s has %s: want %d", s.Name, plural(have, "copy", "copies"), s.Config.Replicas))
		}
	}
	if led == 0 && len(found.all) == 0 {
		return nil // one server alone
	}
	return found.or(plural(led, "stream has", "streams have") + " a leader and all copies online")
}

// holeDo is the repair of a copy that lacks messages.
const holeDo = "stop that server, delete this stream's directory there, start it: it copies the stream anew; with one copy only a backup helps"

// gaps wants every message from first to last in streams that nobody deletes from.
func gaps(f Facts) []Check {
	found, messages, looked := findings{name: "gaps"}, uint64(0), 0
	for _, want := range natsboot.Streams(f.Settings) {
		if !want.DenyDelete {
			continue
		}
		for at, state := range f.After.copiesOf(want.Name) {
			messages, looked = messages+state.Messages, looked+1
			if missing := state.lacking(); missing != 0 {
				found.add(Fail, holeDo, fmt.Sprintf("stream %s at %s lacks %s between %d and %d", want.Name, at, plural(missing, "message", "messages"), state.First, state.Last))
			}
		}
	}
	if looked == 0 {
		return nil // told already
	}
	slices.SortFunc(found.all, byText)
	return found.or(fmt.Sprintf("no copy lacks a message between its first and last (%s looked at)", plural(messages, "message", "messages")))
}

// lacking is how many messages are missing between first and last.
func (s State) lacking() int64 {
	if s.Messages == 0 {
		return int64(s.Deleted)
	}
	return max(int64(s.Last-s.First+1)-int64(s.Messages), int64(s.Deleted)) //nolint:gosec // sequences are far from 2^63
}

// copiesOf are the copies of a stream by server; without monitors the leader's.
func (s Sight) copiesOf(stream string) map[string]State {
	all := map[string]State{}
	for _, n := range s.Nodes {
		if state, held := n.Copies[stream]; held {
			all[n.label()] = state
		}
	}
	if leader, known := s.stream(stream); known && len(all) == 0 {
		all["its leader"] = leader.State
	}
	return all
}
