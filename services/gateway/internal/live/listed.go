package live

import "context"

// listed is the list of tables as a topic of a stream.
type listed struct {
	s     *stream
	run   *lobbyRun
	told  uint64
	begun bool // told counts
}

func (s *stream) joinLobby(ctx context.Context, b bid) error {
	run, err := s.h.lobby.follow(ctx, s.bell)
	if err != nil {
		return err
	}
	l := &listed{s: s, run: run}
	l.told, l.begun = told(b.heard, run.name, everybody)
	s.topics = append(s.topics, l)
	return nil
}

// tell implements topic: what changed since the last time is told together.
func (l *listed) tell(context.Context) error {
	change, at, err := l.run.since(l.told, !l.begun)
	if err != nil || change == nil {
		return err
	}
	l.told, l.begun = at, true
	l.s.out.tell(item{cursor: l.s.cursor(), lobby: change})
	return nil
}

// position implements topic.
func (l *listed) position() (position, bool) {
	return position{l.run.name, everybody, l.told}, l.begun
}

// close implements topic.
func (l *listed) close() { l.s.h.lobby.leave(l.run, l.s.bell) }
