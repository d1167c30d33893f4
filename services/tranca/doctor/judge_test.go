package doctor_test

import (
	"maps"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
	"tranca.example/services/tranca/doctor"
)

// healthy are the facts of three servers that keep 120 commits thrice.
func healthy() *doctor.Facts {
	settings := natsboot.DefaultSettings()
	settings.Replicas = 3
	f := &doctor.Facts{Settings: settings, Before: sight(settings, 100), After: sight(settings, 120)}
	for _, s := range []subject.Service{subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring} {
		f.Replicas = append(f.Replicas, doctor.Replica{Service: s, Name: "a", Build: "v1"}, doctor.Replica{Service: s, Name: "b", Build: "v1"})
	}
	f.Processes = []doctor.Process{{URL: "http://rules:9090"}}
	f.Clocks = []doctor.Clock{{Of: "Redis", Ahead: 300 * time.Millisecond, Uncertain: time.Millisecond}}
	return f
}

func sight(settings natsboot.Settings, head uint64) doctor.Sight {
	s := doctor.Sight{Redis: &doctor.Redis{Checkpoints: []doctor.Checkpoint{{Projection: "tables", Seq: head}}}}
	copies := map[string]doctor.State{}
	for _, config := range natsboot.Streams(settings) {
		config.MaxMsgs, config.MaxBytes, config.MaxMsgsPerSubject = -1, -1, -1 // as a server tells them
		state := doctor.State{Messages: head - 10, First: 11, Last: head}
		if config.Name == subject.DLQStream || config.Name == subject.PoisonStream {
			state = doctor.State{}
		}
		copies[config.Name] = state
		s.Streams = append(s.Streams, doctor.Stream{
			Name: config.Name, Config: config, State: state, Clustered: true, Leader: "n1",
			Peers:     []doctor.Peer{{Name: "n2"}, {Name: "n3"}},
			Consumers: []doctor.Consumer{{Name: "c", Durable: true, Pending: 5000 - head, Pulls: 1}},
		})
	}
	for _, name := range []string{"n1", "n2", "n3"} {
		n := doctor.Node{URL: "http://" + name, Name: name, Version: "2.15.3", SyncAlways: true, Copies: maps.Clone(copies)}
		s.Nodes = append(s.Nodes, n)
	}
	return s
}

func TestNothingIsWrongWithAHealthyCluster(t *testing.T) {
	checks := doctor.Judge(*healthy())
	if doctor.Worst(checks) != doctor.OK || len(checks) != 13 {
		t.Errorf("got %d checks, want 13 that are ok: %+v", len(checks), checks)
	}
	for _, c := range checks {
		if c.Verdict != doctor.OK || c.Do != "" || c.Text == "" {
			t.Errorf("got %+v", c)
		}
	}
}

// game gives the commits' stream of the second sight to change.
func game(change func(*doctor.Stream)) func(*doctor.Facts) {
	return func(f *doctor.Facts) {
		for i := range f.After.Streams {
			if f.After.Streams[i].Name == "GAME_0" {
				change(&f.After.Streams[i])
			}
		}
	}
}

// copyAt changes what one server holds of the commits in the second sight.
func copyAt(node int, change func(*doctor.State)) func(*doctor.Facts) {
	return func(f *doctor.Facts) {
		state := f.After.Nodes[node].Copies["GAME_0"]
		change(&state)
		f.After.Nodes[node].Copies["GAME_0"] = state
	}
}

func TestAKeyThatComesInOneAfterTheOtherIsNothingWrong(t *testing.T) {
	for _, step := range [][2]string{{"aa", "aa,bb"}, {"aa,bb", "bb,aa"}, {"bb,aa", "bb"}, {"aa", ""}} {
		f := healthy()
		f.Replicas[0].Keys, f.Replicas[1].Keys = step[0], step[1]
		if worst := doctor.Worst(doctor.Judge(*f)); worst != doctor.OK {
			t.Errorf("%v: got %v", step, worst)
		}
	}
}

// leaderless is a stream that has lost its leader: who is asked names all copies
// as others.
func leaderless(s *doctor.Stream) {
	s.Peers, s.Leader = append([]doctor.Peer{{Name: s.Leader}}, s.Peers...), ""
}

func checkpoint(before, after uint64) func(*doctor.Facts) {
	return func(f *doctor.Facts) {
		f.Before.Redis.Checkpoints[0].Seq, f.After.Redis.Checkpoints[0].Seq = before, after
	}
}

func TestEveryThingThatIsWrongIsFoundAndNothingElse(t *testing.T) {
	for name, c := range map[string]struct {
		damage  func(*doctor.Facts)
		check   string
		verdict doctor.Verdict
		text    string
	}{
		"another setting": {
			game(func(s *doctor.Stream) { s.Config.DenyPurge = false }),
			"streams", doctor.Fail, "stream GAME_0: deny purge is false: want true"},
		"a stream is missing": {
			game(func(s *doctor.Stream) { *s = doctor.Stream{Name: s.Name, Missing: true} }),
			"streams", doctor.Fail, "stream GAME_0 does not exist"},
		"a stream does not answer": {
			game(func(s *doctor.Stream) { *s = doctor.Stream{Name: s.Name, Error: "timeout"} }),
			"streams", doctor.Fail, "stream GAME_0 tells nothing: timeout"},
		"no leader":           {game(leaderless), "leaders", doctor.Fail, "stream GAME_0 has no leader"},
		"an offline copy":     {game(func(s *doctor.Stream) { s.Peers[1].Offline = true }), "leaders", doctor.Fail, "stream GAME_0: the copy on server n3 is offline"},
		"a copy too few":      {game(func(s *doctor.Stream) { s.Peers = s.Peers[:1] }), "leaders", doctor.Fail, "stream GAME_0 has 2 copies: want 3"},
		"deleted messages":    {copyAt(1, func(s *doctor.State) { s.Messages -= 4; s.Deleted = 4 }), "gaps", doctor.Fail, "stream GAME_0 at n2 lacks 4 messages between 11 and 120"},
		"uncounted ones":      {copyAt(2, func(s *doctor.State) { s.Messages-- }), "gaps", doctor.Fail, "stream GAME_0 at n3 lacks 1 message between 11 and 120"},
		"a copy behind":       {copyAt(1, func(s *doctor.State) { s.Last, s.Messages = 99, 89 }), "copies", doctor.Fail, "stream GAME_0 at n2 stays behind: it ends at 99, another copy was at 100 before"},
		"a lost beginning":    {func(f *doctor.Facts) { lose(f) }, "copies", doctor.Fail, "copies of stream GAME_0 begin at different messages: at n1 at 11, another one at 50"},
		"a copy is nowhere":   {func(f *doctor.Facts) { delete(f.After.Nodes[2].Copies, "GAME_0") }, "copies", doctor.Fail, "stream GAME_0 is on 2 of the servers looked at: want 3"},
		"no monitors":         {func(f *doctor.Facts) { f.Before.Nodes, f.After.Nodes = nil, nil }, "copies", doctor.Warn, "no monitor was given"},
		"a server is down":    {func(f *doctor.Facts) { f.After.Nodes[2] = doctor.Node{URL: "http://n3", Error: "refused"} }, "nodes", doctor.Fail, "the monitor http://n3 does not answer: refused"},
		"an ill server":       {func(f *doctor.Facts) { f.After.Nodes[2].Unhealthy = "unavailable" }, "nodes", doctor.Fail, "server n3 is not healthy: unavailable"},
		"an old server":       {func(f *doctor.Facts) { f.After.Nodes[2].Version = "2.14.6" }, "nodes", doctor.Warn, "2 versions: [2.14.6 2.15.3]"},
		"another cluster":     {func(f *doctor.Facts) { elsewhere(f) }, "copies", doctor.Fail, "none of the streams is on the servers looked at"},
		"mute consumers":      {game(func(s *doctor.Stream) { s.Consumers, s.Unlisted = nil, "timeout" }), "consumers", doctor.Warn, "the consumers of stream GAME_0 are not told: timeout"},
		"a lazy server":       {func(f *doctor.Facts) { f.After.Nodes[0].SyncAlways = false }, "sync", doctor.Warn, "server n1 does not write through"},
		"a clock ahead":       {clock("Redis", 700*time.Millisecond, 0), "clocks", doctor.Warn, "this machine and Redis differ by at least 700ms"},
		"a clock far back":    {clock("n2", -3*time.Second, time.Millisecond), "clocks", doctor.Fail, "Redis and n2 differ by at least 3.298s"},
		"no dealer":           {func(f *doctor.Facts) { f.Replicas = append(f.Replicas[:2], f.Replicas[4:]...) }, "services", doctor.Fail, "no replica of dealer answers"},
		"the same name twice": {func(f *doctor.Facts) { f.Replicas[1].Name = "a" }, "services", doctor.Warn, "2 replicas of lobby have the name a"},
		"other keys":          {func(f *doctor.Facts) { f.Replicas[0].Keys, f.Replicas[1].Keys = "aa", "bb,aa" }, "services", doctor.Fail, "replica a of lobby does not know the key with which b of lobby signs seat tokens"},
		"mixed versions":      {func(f *doctor.Facts) { f.Replicas[0].Build = "v2" }, "services", doctor.Warn, "replicas of 2 versions run: [v1 v2]"},
		"not ready":           {process(doctor.Process{Failing: map[string]string{"service": "at 1 of 2"}}), "ready", doctor.Fail, "http://rules:9090 is not ready: service: at 1 of 2"},
		"an alarm":            {process(doctor.Process{Alarms: map[string]int{"tables": 2}}), "ready", doctor.Fail, "http://rules:9090: projection tables does not go on in 2 of its shards"},
		"a silent process":    {process(doctor.Process{Error: "refused"}), "ready", doctor.Fail, "http://rules:9090 does not answer: refused"},
		"no Redis":            {func(f *doctor.Facts) { f.After.Redis.Error = "refused" }, "projections", doctor.Fail, "Redis cannot be used: refused"},
		"an empty Redis":      {func(f *doctor.Facts) { f.After.Redis.Checkpoints = nil }, "projections", doctor.Fail, "Redis holds no projection of a log that is not empty"},
		"another log":         {checkpoint(900, 900), "projections", doctor.Fail, "projection tables of shard 0 is at 900, beyond the log's end at 120"},
		"a slow one":          {checkpoint(50, 60), "projections", doctor.Warn, "projection tables of shard 0 is at 60, behind 100 of the log"},
		"a stopped one":       {checkpoint(50, 50), "projections", doctor.Fail, "projection tables of shard 0 stands still at 50, behind 100 of the log"},
		"an unknown shard":    {func(f *doctor.Facts) { f.After.Redis.Checkpoints[0].Shard = 5 }, "projections", doctor.Warn, "projection tables of shard 5 is of a shard that is not configured"},
		"nobody pulls":        {game(func(s *doctor.Stream) { s.Consumers[0].Pulls = 0; s.Consumers[0].Pending = 5000 }), "consumers", doctor.Fail, "consumer c of stream GAME_0 has 5000 messages and nobody takes them"},
		"a growing lag":       {game(func(s *doctor.Stream) { s.Consumers[0].Unacked = 200 }), "consumers", doctor.Warn, "consumer c of stream GAME_0 is 5080 messages behind"},
		"a dead letter":       {deadLetters(doctor.Letters{Kept: 1, Waiting: 1, First: letters(t, 1)}), "dead letters", doctor.Fail, "consumer timekeeper gave up on message 1 of stream TIMERS: failed: unknown event"},
		"many of them":        {deadLetters(doctor.Letters{Kept: 9, Waiting: 7}), "dead letters", doctor.Fail, "7 more dead letters wait"},
		"no letter is made":   {deadLetters(doctor.Letters{}), "dead letters", doctor.Fail, "stream DLQ tells 2 times that a consumer gave up, and there is no dead letter"},
		"letters are mute":    {deadLetters(doctor.Letters{Error: "timeout"}), "dead letters", doctor.Fail, "dead letters tell nothing: timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			f := healthy()
			c.damage(f)
			var wrong []doctor.Check
			for _, got := range doctor.Judge(*f) {
				if got.Verdict != doctor.OK {
					wrong = append(wrong, got)
				}
			}
			if len(wrong) == 0 {
				t.Fatal("nothing was found")
			}
			for _, got := range wrong {
				if got.Name != c.check || got.Verdict != c.verdict || !strings.Contains(got.Text, c.text) || got.Do == "" {
					t.Errorf("got %+v", got)
				}
			}
		})
	}
}

func TestAnEmptyRedisIsNotBlamedForAProjectionThatStopped(t *testing.T) {
	f := healthy()
	f.After.Redis.Checkpoints = nil
	process(doctor.Process{Alarms: map[string]int{"tables": 1}})(f)
	for _, c := range doctor.Judge(*f) {
		if c.Name == "projections" && strings.HasPrefix(c.Do, "a projection stopped before it had stored anything") {
			return
		}
	}
	t.Error("the advice is about Redis")
}

func TestOneOfAThingIsToldAsOne(t *testing.T) {
	f := healthy()
	f.Letters = doctor.Letters{Kept: 2, Waiting: 1}
	f.After.Nodes = f.After.Nodes[:1]
	for i := range f.After.Streams {
		s := &f.After.Streams[i]
		s.Peers, s.Consumers = nil, nil
		switch s.Name {
		case subject.TimersStream:
			s.State.Messages = 1
		case "GAME_0":
			s.Consumers = []doctor.Consumer{{Name: "c", Durable: true, Pending: 1}}
		}
	}
	f.Before.Streams = nil
	told := map[string]bool{}
	for _, c := range doctor.Judge(*f) {
		told[c.Text] = true
	}
	for _, want := range []string{
		"1 schedule is pending or firing", "1 more dead letter waits", "stream GAME_0 has 1 copy: want 3", "1 NATS server is healthy",
		"consumer c of stream GAME_0 has 1 message and nobody takes it", "1 projection in Redis has reached the log",
		"1 process is ready, and every projection goes on",
		"1 clock differs from this machine's and each other's by less than 500ms, as far as can be told",
	} {
		if !told[want] {
			t.Errorf("nobody says %q: %v", want, told)
		}
	}
}

// lose takes the first commits from all copies but one, for good.
func lose(f *doctor.Facts) {
	for _, s := range []*doctor.Sight{&f.Before, &f.After} {
		for i, n := range s.Nodes[1:] {
			state := n.Copies["GAME_0"]
			state.First, state.Messages = 50, state.Last-49
			s.Nodes[i+1].Copies["GAME_0"] = state
		}
	}
}

// elsewhere lets the monitors be those of servers without our streams.
func elsewhere(f *doctor.Facts) {
	for _, s := range []*doctor.Sight{&f.Before, &f.After} {
		for i := range s.Nodes {
			s.Nodes[i].Copies = map[string]doctor.State{}
		}
	}
}

func clock(of string, ahead, uncertain time.Duration) func(*doctor.Facts) {
	return func(f *doctor.Facts) {
		if of == "Redis" {
			f.Clocks = nil
		}
		f.Clocks = append(f.Clocks, doctor.Clock{Of: of, Ahead: ahead, Uncertain: uncertain})
	}
}

func process(p doctor.Process) func(*doctor.Facts) {
	return func(f *doctor.Facts) {
		p.URL = f.Processes[0].URL
		f.Processes[0] = p
	}
}

func letters(t *testing.T, seqs ...uint64) (all []doctor.Letter) {
	t.Helper()
	for _, seq := range seqs {
		id, err := subject.NewPoisonID(subject.TimersStream, "timekeeper", seq)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, doctor.Letter{ID: id, Kind: deadletter.Terminated, Reason: "failed: unknown event"})
	}
	return all
}

// deadLetters puts letters in the facts, and two advisories.
func deadLetters(found doctor.Letters) func(*doctor.Facts) {
	return func(f *doctor.Facts) {
		f.Letters = found
		for i := range f.After.Streams {
			if f.After.Streams[i].Name == subject.DLQStream {
				f.After.Streams[i].State = doctor.State{Messages: 2, First: 1, Last: 2}
			}
		}
	}
}

func TestADeadLetterThatWasDecidedIsNothingWrong(t *testing.T) {
	f := healthy()
	deadLetters(doctor.Letters{Kept: 2})(f)
	if worst := doctor.Worst(doctor.Judge(*f)); worst != doctor.OK {
		t.Errorf("got %s", worst)
	}
}

func TestAConsumerThatItsReaderLeftIsNothingWrong(t *testing.T) {
	f := healthy()
	game(func(s *doctor.Stream) {
		s.Consumers = append(s.Consumers, doctor.Consumer{Name: "read_1", Pending: 5000})
	})(f)
	if worst := doctor.Worst(doctor.Judge(*f)); worst != doctor.OK {
		t.Errorf("got %s", worst)
	}
	game(func(s *doctor.Stream) { s.Consumers[1].Pulls = 1 })(f)
	if worst := doctor.Worst(doctor.Judge(*f)); worst != doctor.Warn {
		t.Errorf("with a reader that does not catch up: got %s", worst)
	}
}

func TestWhatCannotBeSeenIsNotJudged(t *testing.T) {
	f := doctor.Facts{Settings: natsboot.DefaultSettings()}
	for _, c := range natsboot.Streams(f.Settings) {
		c.MaxMsgs, c.MaxBytes, c.MaxMsgsPerSubject = -1, -1, -1
		f.After.Streams = append(f.After.Streams, doctor.Stream{Name: c.Name, Config: c})
	}
	for _, c := range doctor.Judge(f) {
		if c.Verdict != doctor.OK && c.Name != "services" {
			t.Errorf("got %+v", c)
		}
	}
}

func TestNothingIsSaidOfStreamsThatTellNothing(t *testing.T) {
	f := doctor.Facts{Settings: natsboot.DefaultSettings()}
	for _, c := range natsboot.Streams(f.Settings) {
		f.After.Streams = append(f.After.Streams, doctor.Stream{Name: c.Name, Error: "timeout"})
	}
	for _, f.After.Nodes = range [][]doctor.Node{nil, {{URL: "http://n1", Error: "refused"}}, {{URL: "http://n1", Name: "n1"}}} {
		for _, c := range doctor.Judge(f) {
			if c.Verdict == doctor.OK && c.Name != "nodes" {
				t.Errorf("got %+v", c)
			}
		}
	}
}

func TestAClockThatMayBeRightIsNotBlamed(t *testing.T) {
	f := healthy()
	f.Clocks = []doctor.Clock{{Of: "a slow answer", Ahead: 4 * time.Second, Uncertain: 3600 * time.Millisecond}}
	if worst := doctor.Worst(doctor.Judge(*f)); worst != doctor.OK {
		t.Errorf("got %s", worst)
	}
}
