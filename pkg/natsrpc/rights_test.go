package natsrpc_test

import (
	"testing"
	"time"

	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
)

func TestTheUsersRightsAreEnoughToAskAnswerAndWake(t *testing.T) {
	server := natstest.Start(t)
	rules, gateway, dealer := natstest.Connect(t, server, "rules"), natstest.Connect(t, server, "gateway"), natstest.Connect(t, server, "dealer")
	o := options(t, "r0", says("yes"))
	o.Heartbeat = 20 * time.Millisecond
	stop := serve(t, rules, o)
	d := natsrpc.NewDirectory(gateway, time.Now, subject.Rules)
	stopDirectory := run(t, d.Run)
	eventually(t, "the gateway never hears of the replica", func() bool {
		_, found := d.Prefer(subject.Rules, "table")
		return found
	})
	answer, err := client(t, gateway, d).CallTable(within(t, 60*time.Second), subject.Rules, "table", []byte("x"))
	if err != nil || string(answer) != "yes" {
		t.Errorf("got %q, %v", answer, err)
	}
	answer, err = client(t, dealer, nil).Call(within(t, 60*time.Second), subject.Rules, []byte("x"))
	if err != nil || string(answer) != "yes" {
		t.Errorf("got %q, %v", answer, err)
	}
	stop()
	stopDirectory()
	for _, conn := range []interface{ LastError() error }{rules, gateway, dealer} {
		if err := conn.LastError(); err != nil {
			t.Errorf("a right is missing: %v", err)
		}
	}
}
