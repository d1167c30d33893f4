package doctor

import (
	"fmt"
	"slices"

	"tranca.example/pkg/subject"
)

// lagWarn is how many messages a reader may be behind, as long as it is not more
// at the second sight than at the first.
const lagWarn = 1000

const otherLog = "this Redis was filled from another log, such as that of a data directory that is gone: " +
	"empty it (redis-cli FLUSHDB) or name another one, then restart lobby, rules and scoring, which fill it anew"

// projections compares the checkpoints in Redis with the log.
func projections(f Facts) []Check {
	found := findings{name: "projections"}
	redis := f.After.Redis
	if redis == nil {
		return nil
	}
	if redis.Error != "" {
		found.add(Fail, "start it, or look whether the address is right; lists are old meanwhile, games go on", "Redis cannot be used: "+redis.Error)
		return found.all
	}
	for _, c := range redis.Checkpoints {
		found.projection(f, c)
	}
	if len(redis.Checkpoints) == 0 && !f.isEmpty() {
		found.add(Fail, f.whyEmpty(), "Redis holds no projection of a log that is not empty")
	}
	return found.or(plural(len(redis.Checkpoints), "projection in Redis has", "projections in Redis have") + " reached the log")
}

// whyEmpty is where to look when Redis holds no projection: a projection that stops
// at the first commits has stored nothing yet.
func (f Facts) whyEmpty() string {
	for _, p := range f.Processes {
		if len(p.Alarms) > 0 {
			return "a projection stopped before it had stored anything (see ready above): see that log first, and whether the services use this Redis only then"
		}
	}
	return "see the logs of lobby, rules and scoring: 'projection stopped' is said where the log's first commits cannot be taken; else look whether they use this Redis"
}

func (f *findings) projection(facts Facts, c Checkpoint) {
	name := subject.GameStream(c.Shard)
	head, before := facts.After.heads()[name], facts.Before.heads()[name]
	what := fmt.Sprintf("projection %s of shard %s", c.Projection, c.Shard)
	_, known := facts.After.stream(name)
	switch {
	case !slices.Contains(facts.Settings.Shards, c.Shard):
		f.add(Warn, "see whether --shards is right; shards only ever grow", what+" is of a shard that is not configured")
	case !known:
		return // told already
	case c.Seq > head:
		f.add(Fail, otherLog, fmt.Sprintf("%s is at %d, beyond the log's end at %d", what, c.Seq, head))
	case c.Seq >= before:
		return
	case c.Seq > facts.Before.checkpoint(c):
		f.add(Warn, "wait: it catches up", fmt.Sprintf("%s is at %d, behind %d of the log", what, c.Seq, before))
	default:
		f.add(Fail, "see the logs of lobby, rules and scoring, one of which has stopped it; if none has a projection of this name any more, delete its keys",
			fmt.Sprintf("%s stands still at %d, behind %d of the log", what, c.Seq, before))
	}
}

// checkpoint is where a projection was in this sight.
func (s Sight) checkpoint(c Checkpoint) uint64 {
	if s.Redis == nil {
		return 0
	}
	for _, was := range s.Redis.Checkpoints {
		if was.Projection == c.Projection && was.Shard == c.Shard {
			return was.Seq
		}
	}
	return 0
}

// isEmpty tells whether no shard held a commit at the first sight.
func (f Facts) isEmpty() bool {
	heads := f.Before.heads()
	for _, shard := range f.Settings.Shards {
		if heads[subject.GameStream(shard)] > 0 {
			return false
		}
	}
	return true
}

// consumers wants nobody far behind and every durable consumer served.
func consumers(f Facts) []Check {
	found, known, count := findings{name: "consumers"}, false, 0
	for _, s := range f.After.Streams {
		known = known || s.known()
		if s.Unlisted != "" {
			found.add(Warn, "look again; if it stays, see whether this user may ask for them", fmt.Sprintf("the consumers of stream %s are not told: %s", s.Name, s.Unlisted))
		}
		was, _ := f.Before.stream(s.Name)
		for _, c := range s.Consumers {
			count++
			before := was.lagOf(c.Name)
			what := fmt.Sprintf("consumer %s of stream %s", c.Name, s.Name)
			switch {
			case c.Durable && c.Pulls == 0 && c.lag() > 0 && c.lag() >= before:
				found.add(Fail, "see whether its service runs", fmt.Sprintf("%s has %s", what, plural(c.lag(), "message and nobody takes it", "messages and nobody takes them")))
			case c.lag() > lagWarn && c.lag() >= before && !c.left():
				found.add(Warn, "see whether its service has work to do or stands still", fmt.Sprintf("%s is %s behind and does not catch up", what, plural(c.lag(), "message", "messages")))
			}
		}
	}
	if !known {
		return nil // told already
	}
	return found.or(fmt.Sprintf("every consumer keeps up (%d looked at)", count))
}

func (s Stream) lagOf(consumer string) uint64 {
	for _, c := range s.Consumers {
		if c.Name == consumer {
			return c.lag()
		}
	}
	return 0
}

// deadLetters wants no message on which nobody has decided, and every advisory
// read.
func deadLetters(f Facts) []Check {
	found := findings{name: "dead letters"}
	advisories, known := f.After.stream(subject.DLQStream)
	if !known {
		return nil
	}
	for _, l := range f.Letters.First {
		found.add(Fail, fmt.Sprintf("mend the cause, then 'tranca dlq retry %s', or 'tranca dlq drop %s --reason ...'; 'tranca dlq show' tells more", l.ID, l.ID),
			fmt.Sprintf("consumer %s gave up on message %d of stream %s: %s", l.ID.Consumer(), l.ID.Seq(), l.ID.Stream(), l.cause()))
	}
	if more := f.Letters.Waiting - len(f.Letters.First); more > 0 {
		found.add(Fail, "see 'tranca dlq list'", plural(more, "more dead letter waits", "more dead letters wait"))
	}
	if _, kept := f.After.stream(subject.PoisonStream); kept && f.Letters.Error != "" {
		found.add(Fail, "see whether this user may read them (tranca nats-config with the same --shards)", "dead letters tell nothing: "+f.Letters.Error)
	}
	if n := advisories.State.Messages; n > 0 && f.Letters.Kept == 0 && f.Letters.Error == "" {
		found.add(Fail, "look again in some seconds; if it stays, see the log of rules, which makes the letters",
			fmt.Sprintf("stream %s tells %s that a consumer gave up, and there is no dead letter", advisories.Name, plural(n, "time", "times")))
	}
	return found.or("no message waits that a consumer gave up on")
}

// cause is the reason in words, or the kind.
func (l Letter) cause() string {
	if l.Reason != "" {
		return l.Reason
	}
	return string(l.Kind)
}

// timers only tells how many there are.
func timers(f Facts) []Check {
	found := findings{name: "timers"}
	s, known := f.After.stream(subject.TimersStream)
	if !known {
		return nil
	}
	return found.or(plural(s.State.Messages, "schedule is", "schedules are") + " pending or firing")
}
