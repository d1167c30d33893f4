package secret_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/records"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
)

func store(t *testing.T, server *natsboot.Server, user subject.Service) (*secret.Store, *nats.Conn) {
	t.Helper()
	conn := natstest.Connect(t, server, string(user))
	r, err := records.New(conn, 0)
	if err != nil {
		t.Fatal(err)
	}
	return secret.New(r), conn
}

func table(t *testing.T, n byte) subject.TableID {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{n})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestARootIsKeptOnceForEachMatchAndWhoeverIsLateReadsIt(t *testing.T) {
	s, _ := store(t, natstest.Start(t), subject.Dealer)
	id := table(t, 1)
	if _, err := s.Root(t.Context(), id, "m.1"); !errors.Is(err, secret.ErrNone) {
		t.Errorf("before: got %v", err)
	}
	first := secret.Root{MatchID: "m.1", Match: 1, Secret: deal.Seed{1}, Entropy: "crypto"}
	late := secret.Root{MatchID: "m.1", Match: 1, Secret: deal.Seed{2}, Entropy: "seeded"}
	for _, r := range []secret.Root{first, late} {
		if got, err := s.KeepRoot(t.Context(), id, r); err != nil || got != first {
			t.Errorf("got %+v, %v", got, err)
		}
	}
	next := secret.Root{MatchID: "m.2", Match: 2, Secret: deal.Seed{3}, Entropy: "crypto"}
	if got, err := s.KeepRoot(t.Context(), id, next); err != nil || got != next {
		t.Errorf("next match: got %+v, %v", got, err)
	}
	if got, err := s.Root(t.Context(), id, "m.2"); err != nil || got != next {
		t.Errorf("read: got %+v, %v", got, err)
	}
	if _, err := s.Root(t.Context(), id, "m.1"); !errors.Is(err, secret.ErrNone) {
		t.Errorf("the match before: got %v", err)
	}
	if _, err := s.KeepRoot(t.Context(), id, first); !errors.Is(err, secret.ErrPast) {
		t.Errorf("a dealer that is a match behind: got %v", err)
	}
}

func TestOfManyDealersAtOnceAllGetTheSameRoot(t *testing.T) {
	s, _ := store(t, natstest.Start(t), subject.Dealer)
	id := table(t, 1)
	got := make([]secret.Root, 8)
	var wg sync.WaitGroup
	for i := range got {
		wg.Go(func() {
			var err error
			got[i], err = s.KeepRoot(t.Context(), id, secret.Root{MatchID: "m.1", Match: 1, Secret: deal.Seed{byte(i + 1)}, Entropy: "crypto"})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i := range got {
		if got[i] != got[0] {
			t.Errorf("dealer %d and dealer 0 have different roots", i)
		}
	}
}

func TestASeedIsWrittenOnceAndAnotherOneIsAnAlarm(t *testing.T) {
	s, _ := store(t, natstest.Start(t), subject.Dealer)
	d := secret.Deal{Table: table(t, 1), Match: 1, Round: 2}
	if _, err := s.Seed(t.Context(), d); !errors.Is(err, secret.ErrNone) {
		t.Errorf("before: got %v", err)
	}
	for range 2 {
		if err := s.KeepSeed(t.Context(), d, deal.Seed{1}); err != nil {
			t.Fatal(err)
		}
	}
	err := s.KeepSeed(t.Context(), d, deal.Seed{2})
	other, alarm := errors.AsType[*secret.OtherSeedError](err)
	if !alarm || other.Deal != d {
		t.Fatalf("got %v", err)
	}
	if got, err := s.Seed(t.Context(), d); err != nil || got != (deal.Seed{1}) {
		t.Errorf("the stored seed changed, %v", err)
	}
	if err := s.Replace(t.Context(), other, deal.Seed{2}); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Seed(t.Context(), d); err != nil || got != (deal.Seed{2}) {
		t.Errorf("the seed was not replaced, %v", err)
	}
	if err := s.KeepSeed(t.Context(), secret.Deal{Table: d.Table, Match: 1, Round: 3}, deal.Seed{2}); err != nil {
		t.Errorf("another round: got %v", err)
	}
}

func TestRulesReadsSeedsButNeitherWritesThemNorReadsRoots(t *testing.T) {
	server := natstest.Start(t)
	dealer, _ := store(t, server, subject.Dealer)
	d := secret.Deal{Table: table(t, 1), Match: 1, Round: 1}
	if err := dealer.KeepSeed(t.Context(), d, deal.Seed{9}); err != nil {
		t.Fatal(err)
	}
	rules, _ := store(t, server, subject.Rules)
	if got, err := rules.Seed(t.Context(), d); err != nil || got != (deal.Seed{9}) {
		t.Errorf("read of a seed: got %v", err)
	}
	ctx := t.Context()
	if _, err := rules.Root(ctx, d.Table, "m.1"); err == nil || errors.Is(err, secret.ErrNone) {
		t.Errorf("read of a root: got %v", err)
	}
	if err := rules.KeepSeed(ctx, secret.Deal{Table: d.Table, Match: 1, Round: 2}, deal.Seed{9}); err == nil {
		t.Error("rules wrote a seed")
	}
}

func TestWhatIsNoSecretIsToldWithoutShowingIt(t *testing.T) {
	s, conn := store(t, natstest.Start(t), subject.Dealer)
	d := secret.Deal{Table: table(t, 1), Match: 1, Round: 1}
	const text = "hunter2-hunter2"
	for _, subj := range []string{subject.Secret(d.Table, 1, 1), subject.Root(d.Table)} {
		if _, err := conn.RequestWithContext(t.Context(), subj, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	_, seedErr := s.Seed(t.Context(), d)
	_, rootErr := s.Root(t.Context(), d.Table, "m.1")
	for _, err := range []error{seedErr, rootErr} {
		if !errors.Is(err, secret.ErrMalformed) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("got %v", err)
		}
	}
	if _, alarm := errors.AsType[*secret.OtherSeedError](s.KeepSeed(t.Context(), d, deal.Seed{1})); !alarm {
		t.Error("a malformed seed is no alarm")
	}
	want := secret.Root{MatchID: "m.1", Match: 1, Secret: deal.Seed{1}, Entropy: "crypto"}
	if got, err := s.KeepRoot(t.Context(), d.Table, want); err != nil || got != want {
		t.Errorf("over a malformed root: got %+v, %v", got, err)
	}
}

func TestAnAlarmIsCountedAndLogged(t *testing.T) {
	var log bytes.Buffer
	reg := prometheus.NewRegistry()
	alarms, err := secret.NewAlarms(telemetry.Scope{Logger: slog.New(slog.NewTextHandler(&log, nil)), Registerer: reg})
	if err != nil {
		t.Fatal(err)
	}
	d := secret.Deal{Table: table(t, 1), Match: 3, Round: 2}
	alarms.Raise(t.Context(), secret.RootLost, d, secret.ErrNone)
	want := `level=ERROR msg="deal alarm" alarm=root_lost deal=0-aeaaaaaaaaaaaaaa.3/2 error="no such secret"`
	if !strings.Contains(log.String(), want) {
		t.Errorf("got %s, want %s", log.String(), want)
	}
	if n := testutil.CollectAndCount(reg, "tranca_deal_alarms_total"); n != 4 {
		t.Errorf("got %d series, want all 4 from the start", n)
	}
}
