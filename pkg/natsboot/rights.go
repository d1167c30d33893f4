package natsboot

import (
	"slices"

	"tranca.example/pkg/subject"
)

// Users beside the services.
const (
	BootUser     = "boot"     // creates the streams, and nothing else
	ObserverUser = "observer" // reads public facts
	// DoctorUser sees how streams and services are, and no message but the dead
	// letters.
	DoctorUser = "doctor"
	// DLQUser decides what becomes of dead letters.
	DLQUser = "dlq"
	// RestorerUser makes streams again from an archive. No server that anything
	// plays on has it: only one that is started to restore.
	RestorerUser = "restorer"
)

// Rights are the subjects that one user may publish and subscribe to.
type Rights struct {
	Publish   []string
	Subscribe []string
	Respond   bool // may answer each request once
}

// User is one user of the game account.
type User struct {
	Name   string
	Rights Rights
}

// Users returns every user with its rights on the shards.
func Users(shards []subject.Shard) []User {
	users := []User{
		{BootUser, bootRights()},
		{ObserverUser, observerRights(shards)},
		{DoctorUser, doctorRights(shards)},
		{DLQUser, dlqRights()},
	}
	for _, s := range []subject.Service{
		subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring,
		subject.Bots, subject.Gateway, subject.Exporter,
	} {
		users = append(users, User{string(s), ServiceRights(s, shards)})
	}
	return users
}

// InboxPrefix is where the user, and nobody else, gets its replies.
func InboxPrefix(user string) string { return "_INBOX_" + user }

// ServiceRights returns what a service needs on the shards, and no more.
func ServiceRights(s subject.Service, shards []subject.Shard) Rights {
	var r Rights
	switch s {
	case subject.Gateway:
		r = gatewayRights(shards)
	case subject.Bots:
		r = serves(s)
	case subject.Exporter:
		r = exporterRights(shards)
	default:
		r = writerRights(s, shards)
	}
	r.Subscribe = append(r.Subscribe, InboxPrefix(string(s))+".>")
	return r
}

// writerRights are those of a service that appends commits.
func writerRights(s subject.Service, shards []subject.Shard) Rights {
	r := serves(s)
	for _, shard := range shards {
		r.publish(subject.GameFilter(shard))
		r.publish(consumes(subject.GameStream(shard))...)
		switch s {
		case subject.Dealer:
			r.publish(subject.RootFilter(shard), subject.SecretFilter(shard))
			r.publish(reads(subject.RootStream(shard))...)
			r.publish(reads(subject.SecretStream(shard))...)
		case subject.Rules:
			r.publish(reads(subject.SecretStream(shard))...)
		default: // no other service reads a secret
		}
	}
	switch s {
	case subject.Lobby:
		r.publish(subject.AllocFilters()...)
		r.publish(reads(subject.AllocStream)...)
	case subject.Rules:
		r.publish(subject.TimerSetFilter())
		r.publish(consumes(subject.TimersStream)...)
		r.publish(reads(subject.DLQStream)...)
		r.publish(reads(subject.PoisonStream)...)
		r.publish(subject.PoisonFilter())
	default:
	}
	return r
}

// serves are the rights of whoever takes commands and wakes others.
func serves(s subject.Service) Rights {
	return Rights{
		Publish:   []string{"cmd.>", "wake.*", subject.Heartbeat(s)},
		Subscribe: []string{"cmd." + string(s) + ".>", subject.Wake(s), "hb.*", "$SRV.>"},
		Respond:   true,
	}
}

// gatewayRights hold no subject of any stream, and no right to make a consumer:
// a consumer can be told to deliver to a subject that its maker may not publish to.
func gatewayRights(shards []subject.Shard) Rights {
	r := Rights{Publish: []string{"cmd.>", "$SRV.>"}, Subscribe: []string{"hb.*"}}
	for _, shard := range shards {
		r.publish(reads(subject.GameStream(shard))...)
		r.publish(subject.HolderFilter(shard), subject.EmoteFilter(shard))
		r.Subscribe = append(r.Subscribe, subject.LiveFilter(shard), subject.HolderFilter(shard), subject.EmoteFilter(shard))
	}
	return r
}

func exporterRights(shards []subject.Shard) Rights {
	r := Rights{Publish: []string{subject.Heartbeat(subject.Exporter)}, Subscribe: []string{"$SRV.>"}, Respond: true}
	for _, shard := range shards {
		r.publish(consumes(subject.GameStream(shard))...)
		r.publish(subject.PublicFilter(shard))
		r.publish(reads(subject.PublicStream(shard))...)
	}
	return r
}

func observerRights(shards []subject.Shard) Rights {
	r := Rights{Subscribe: []string{InboxPrefix(ObserverUser) + ".>", "_INBOX.>"}}
	for _, shard := range shards {
		r.publish(reads(subject.GameStream(shard))...)
		r.publish(reads(subject.PublicStream(shard))...)
		r.Subscribe = append(r.Subscribe, subject.LiveFilter(shard), subject.PublicFilter(shard))
	}
	return r
}

// RestorerRights may make game streams, fill them, and purge what stood in for
// messages that are not archived; the stream that it leaves denies purges.
func RestorerRights(shards []subject.Shard) Rights {
	r := Rights{Subscribe: []string{InboxPrefix(RestorerUser) + ".>"}}
	for _, shard := range shards {
		stream := subject.GameStream(shard)
		r.publish(reads(stream)...)
		r.publish(subject.GameFilter(shard),
			"$JS.API.STREAM.CREATE."+stream, "$JS.API.STREAM.PURGE."+stream, "$JS.API.STREAM.UPDATE."+stream)
	}
	return r
}

func bootRights() Rights {
	return Rights{
		Publish:   []string{"$JS.API.INFO", "$JS.API.STREAM.CREATE.*", "$JS.API.STREAM.INFO.*"},
		Subscribe: []string{InboxPrefix(BootUser) + ".>"},
	}
}

// dlqRights read dead letters, write what became of them, and let timers fire
// again. No log can be written with them.
func dlqRights() Rights {
	r := Rights{Subscribe: []string{InboxPrefix(DLQUser) + ".>"}}
	r.publish(reads(subject.PoisonStream)...)
	r.publish(subject.PoisonFilter(), subject.TimerFireFilter())
	return r
}

// doctorRights ask for states, and for no message but the dead letters.
func doctorRights(shards []subject.Shard) Rights {
	r := Rights{Publish: []string{"$SRV.PING"}, Subscribe: []string{InboxPrefix(DoctorUser) + ".>"}}
	for _, stream := range streamNames(shards) {
		r.publish("$JS.API.STREAM.INFO."+stream, "$JS.API.CONSUMER.LIST."+stream)
	}
	r.publish(reads(subject.PoisonStream)...)
	return r
}

// streamNames are those of all streams.
func streamNames(shards []subject.Shard) []string {
	var names []string
	for _, c := range Streams(Settings{Shards: shards}) {
		names = append(names, c.Name)
	}
	return names
}

// reads are the requests that read single messages from a stream's leader.
func reads(stream string) []string {
	return []string{"$JS.API.STREAM.INFO." + stream, "$JS.API.STREAM.MSG.GET." + stream}
}

// consumes are reads and whatever consumers of the stream need. Acks have two
// forms: the server has a newer one behind a flag.
func consumes(stream string) []string {
	api := "$JS.API.CONSUMER."
	return append(reads(stream),
		api+"CREATE."+stream+".>",
		api+"INFO."+stream+".>",
		api+"MSG.NEXT."+stream+".>",
		api+"DELETE."+stream+".>",
		"$JS.ACK."+stream+".>",
		"$JS.ACK.*.*."+stream+".>")
}

// publish adds subjects that are not there yet.
func (r *Rights) publish(subjects ...string) {
	for _, s := range subjects {
		if !slices.Contains(r.Publish, s) {
			r.Publish = append(r.Publish, s)
		}
	}
}
