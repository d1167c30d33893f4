package rules_test

import (
	"testing"
	"time"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/replica/replicatest"
	"tranca.example/pkg/subject"
	"tranca.example/services/rules"
)

func TestOneOfTheReplicasMakesADeadLetterOfATimerThatNobodyCanRead(t *testing.T) {
	w := replicatest.New(t, 0)
	for range 2 {
		s, err := rules.New(rules.Options{Env: w.Env(subject.Rules)})
		if err != nil {
			t.Fatal(err)
		}
		w.Run(s)
	}
	dlq := natstest.Connect(t, w.Server, natsboot.DLQUser)
	if _, err := dlq.Request("t.fire.nonsense", nil, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	box, err := deadletter.Open(dlq, 0)
	if err != nil {
		t.Fatal(err)
	}
	w.Eventually("no letter waits", func() bool {
		ids, err := box.Waiting(t.Context())
		return err == nil && len(ids) == 1 && ids[0].String() == "TIMERS.timekeeper.1"
	})
}
