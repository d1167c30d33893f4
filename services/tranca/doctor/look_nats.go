package doctor

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nats.go/micro"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
)

// streams asks the leader of every stream that must exist.
func (l *looker) streams(ctx context.Context) []Stream {
	return each(natsboot.Streams(l.Settings), func(want jetstream.StreamConfig) Stream { return l.stream(ctx, want.Name) })
}

func (l *looker) stream(ctx context.Context, name string) Stream {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	asked := l.Now()
	stream, err := l.js.Stream(ctx, name)
	answered := l.Now()
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return Stream{Name: name, Missing: true}
	}
	if err != nil {
		return Stream{Name: name, Error: err.Error()}
	}
	info := stream.CachedInfo()
	out := Stream{Name: name, Config: info.Config, State: State{
		Messages: info.State.Msgs, First: info.State.FirstSeq, Last: info.State.LastSeq, Deleted: info.State.NumDeleted,
	}}
	of := "the NATS server"
	if c := info.Cluster; c != nil && c.Name != "" {
		out.Clustered, out.Leader, of = true, c.Leader, "NATS server "+c.Leader
		for _, p := range c.Replicas {
			out.Peers = append(out.Peers, Peer{Name: p.Name, Offline: p.Offline})
		}
	}
	if name == subject.TimersStream && len(l.Monitors) == 0 { // one leader's clock, where no monitor tells all
		l.compared(of, asked, answered, info.TimeStamp, 0)
	}
	if out.Consumers, err = consumersOf(ctx, stream); err != nil {
		out.Unlisted = err.Error()
	}
	return out
}

// consumersOf lists consumers.
func consumersOf(ctx context.Context, stream jetstream.Stream) (all []Consumer, err error) {
	list := stream.ListConsumers(ctx)
	for c := range list.Info() {
		all = append(all, Consumer{
			Name: c.Name, Durable: c.Config.Durable != "", Pending: c.NumPending, Unacked: c.NumAckPending, Pulls: c.NumWaiting,
		})
	}
	return all, list.Err()
}

// roll collects the replicas that answer a call.
type roll struct {
	sub   *nats.Subscription
	found []Replica
}

// call asks all replicas of all services; answers come in while others are asked.
func (l *looker) call() *roll {
	r := &roll{}
	if l.Conn == nil {
		return r
	}
	inbox := l.Conn.NewInbox()
	var err error
	if r.sub, err = l.Conn.SubscribeSync(inbox); err != nil {
		return r
	}
	_ = l.Conn.PublishRequest("$SRV.PING", inbox, nil) // who hears nothing does not answer
	return r
}

// answered are those that have answered by now.
func (r *roll) answered() []Replica {
	for r.sub != nil {
		m, err := r.sub.NextMsg(lookAgain)
		if err != nil {
			break
		}
		var p micro.Ping
		if json.Unmarshal(m.Data, &p) != nil {
			continue
		}
		if _, err := subject.ParseService(p.Name); err == nil {
			r.found = append(r.found, Replica{
				Service: subject.Service(p.Name), Name: p.Metadata[natsrpc.MetaReplica], Build: p.Metadata[natsrpc.MetaBuild],
				Keys: p.Metadata[natsrpc.MetaKeys],
			})
		}
	}
	return r.found
}
