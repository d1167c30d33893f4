package client_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"
	"connectrpc.com/connect/v2/connectinprocess"
	"connectrpc.com/connect/v2/connectproto"
	"github.com/google/uuid"

	"tranca.example/pkg/client"
	"tranca.example/pkg/rpcerr"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
)

// server refuses as often as it is told and notes what it is asked.
type server struct {
	apiv1connect.UnimplementedTableServiceHandler
	mu      sync.Mutex
	refuses []error // the answers to the first calls
	ids     []string
	shown   []string
}

func (s *server) note(ctx context.Context, id, header string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ids = append(s.ids, id)
	if info, ok := connect.CallInfoForServerContext(ctx); ok {
		s.shown = append(s.shown, info.RequestHeader().Get(header))
	}
	if len(s.refuses) == 0 {
		return nil
	}
	err := s.refuses[0]
	s.refuses = s.refuses[1:]
	return err
}

func (s *server) OpenTable(ctx context.Context, m *apiv1.OpenTableRequest) (*apiv1.OpenTableResponse, error) {
	if err := s.note(ctx, m.GetCommandId(), "Tranca-Player-Key"); err != nil {
		return nil, err
	}
	return &apiv1.OpenTableResponse{TableId: "0-abc", Version: 1}, nil
}

func (s *server) Sit(ctx context.Context, m *apiv1.SitRequest) (*apiv1.SitResponse, error) {
	if err := s.note(ctx, m.GetCommandId(), "Tranca-Player-Key"); err != nil {
		return nil, err
	}
	return &apiv1.SitResponse{Version: 2, Seat: m.Seat, SeatToken: "token"}, nil
}

func (s *server) Play(ctx context.Context, m *apiv1.PlayRequest) (*apiv1.PlayResponse, error) {
	if err := s.note(ctx, m.GetCommandId(), "Authorization"); err != nil {
		return nil, err
	}
	if m.Node == nil || m.GetNode() != 0 || m.GetTile() != "6-4" {
		return nil, connect.NewError(connect.CodeInvalidArgument, "the placement got lost")
	}
	return &apiv1.PlayResponse{Version: 7}, nil
}

func refusal(t *testing.T, code connect.Code, reason string) error {
	t.Helper()
	err, failed := rejected(code, reason, "6-4 L")
	if failed != nil {
		t.Fatal(failed)
	}
	return err
}

// rejected is what the server answers when it refuses.
func rejected(code connect.Code, reason string, legal ...string) (refusal, failed error) {
	detail, err := connectproto.NewErrorDetail(&apiv1.Rejection{Reason: reason, Message: "no", CurrentVersion: 5, Legal: legal})
	if err != nil {
		return nil, err
	}
	return connect.NewError(code, "no").WithDetail(detail), nil
}

func newClient(t *testing.T, transport connect.Transport, deadline time.Duration) *client.Client {
	t.Helper()
	c, err := client.New(client.Options{Transport: transport, Random: rand.Reader, Deadline: deadline})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func inProcess(t *testing.T, s *server) *client.Client {
	t.Helper()
	registered := connect.NewServer()
	apiv1connect.RegisterTableServiceHandler(registered, s)
	return newClient(t, connectinprocess.New(registered), 60*time.Second)
}

const key = "abcdefghijklmnopqrstuv"

func TestACommandKeepsItsIDUntilItIsAnswered(t *testing.T) {
	s := &server{refuses: []error{
		refusal(t, connect.CodeUnavailable, rpcerr.ReasonUnavailable),
		refusal(t, connect.CodeDeadlineExceeded, rpcerr.ReasonDeadline),
		refusal(t, connect.CodeAborted, rpcerr.ReasonConflict),
		refusal(t, connect.CodeResourceExhausted, rpcerr.ReasonOverloaded),
		connect.NewError(connect.CodeUnavailable, "a proxy says so"),
	}}
	r, err := inProcess(t, s).Player(key).Open(t.Context(), &apiv1.OpenTableRequest{Preset: "chickie"})
	if err != nil || r.GetTableId() != "0-abc" {
		t.Fatalf("got %v, %v", r, err)
	}
	if len(s.ids) != 6 || len(slices.Compact(s.ids)) != 1 {
		t.Errorf("ids of the tries: %v; want one id, six times", s.ids)
	}
	if _, err := uuid.Parse(s.ids[0]); err != nil {
		t.Errorf("id %q: %v", s.ids[0], err)
	}
	if len(slices.Compact(s.shown)) != 1 || s.shown[0] != key {
		t.Errorf("keys shown: %v", s.shown)
	}
}

func TestARefusalIsTypedAndNotTriedAgain(t *testing.T) {
	for _, c := range []struct {
		code   connect.Code
		reason string
	}{
		{connect.CodeFailedPrecondition, "must_play"},
		{connect.CodeAborted, rpcerr.ReasonStale},
		{connect.CodeInternal, rpcerr.ReasonInternal},
		{connect.CodeUnauthenticated, rpcerr.ReasonBadToken},
	} {
		t.Run(c.reason, func(t *testing.T) {
			s := &server{refuses: []error{refusal(t, c.code, c.reason)}}
			seat := inProcess(t, s).Seat("0-abc", 1, "token")
			_, err := seat.Play(t.Context(), client.Command{}, &apiv1.Placement{Tile: "6-4", Node: new(uint32)})
			r, ok := errors.AsType[*rpcerr.Rejection](err)
			if !ok || r.Reason != c.reason || string(r.Code) != c.code.String() || r.Version != 5 || r.Message != "no" || len(r.Legal) != 1 {
				t.Errorf("got %v (%+v)", err, r)
			}
			if !errors.Is(err, rpcerr.New(c.reason, "")) {
				t.Error("the reason cannot be tested for")
			}
			if len(s.ids) != 1 {
				t.Errorf("%d tries, want one", len(s.ids))
			}
		})
	}
}

func TestASeatPlaysWithItsTokenAndRemembersTheVersion(t *testing.T) {
	s := &server{}
	seat, err := inProcess(t, s).Player(key).Sit(t.Context(), &apiv1.SitRequest{TableId: "0-abc", Seat: new(uint32), Player: "alice"})
	if err != nil || seat.Version() != 2 || seat.Number() != 0 || seat.TableID() != "0-abc" {
		t.Fatalf("got %+v, %v", seat, err)
	}
	version, err := seat.Play(t.Context(), client.Command{ID: "11111111-1111-4111-8111-111111111111"}, &apiv1.Placement{Tile: "6-4", Node: new(uint32)})
	if err != nil || version != 7 || seat.Version() != 7 {
		t.Fatalf("got version %d, %v", version, err)
	}
	if s.ids[1] != "11111111-1111-4111-8111-111111111111" || s.shown[1] != "Bearer token" {
		t.Errorf("got id %s, credential %s", s.ids[1], s.shown[1])
	}
}

func TestAServerThatComesBackIsFoundAgain(t *testing.T) {
	s := &server{}
	registered := connect.NewServer()
	apiv1connect.RegisterTableServiceHandler(registered, s)
	mux := http.NewServeMux()
	connecthttp.Mount(mux, registered)
	away := httptest.NewUnstartedServer(mux)
	transport, err := client.HTTP("http://"+away.Listener.Addr().String(), 4)
	if err != nil {
		t.Fatal(err)
	}
	defer away.Close()
	answered := make(chan error, 1)
	go func() {
		c := newClient(t, transport, 10*time.Second)
		_, err := c.Player(key).Open(t.Context(), &apiv1.OpenTableRequest{Preset: "chickie"})
		answered <- err
	}()
	cut(t, away.Listener.Accept) // the first try gets a connection that dies
	away.Start()
	if err := <-answered; err != nil {
		t.Fatal(err)
	}
}

// cut takes one connection and drops it without a word.
func cut[C interface{ Close() error }](t *testing.T, accept func() (C, error)) {
	t.Helper()
	conn, err := accept()
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.Close()
}

func TestAnOutcomeIsUnknownAtTheDeadline(t *testing.T) {
	transport, err := client.HTTP("http://127.0.0.1:1", 1) // nobody listens there
	if err != nil {
		t.Fatal(err)
	}
	c := newClient(t, transport, 100*time.Millisecond)
	if _, err := c.Table(t.Context(), "0-abc", 0); !errors.Is(err, client.ErrOutcomeUnknown) {
		t.Errorf("got %v, want ErrOutcomeUnknown", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Table(ctx, "0-abc", 0); err == nil || errors.Is(err, client.ErrOutcomeUnknown) {
		t.Errorf("after the caller gave up: got %v", err)
	}
}

func TestBadOptionsAndURLsAreRefused(t *testing.T) {
	if _, err := client.New(client.Options{}); err == nil {
		t.Error("no transport was accepted")
	}
	transport, _ := client.HTTP("http://127.0.0.1:1", 1)
	if _, err := client.New(client.Options{Transport: transport, Random: rand.Reader, Try: -1}); err == nil {
		t.Error("a negative time was accepted")
	}
	for _, bad := range []string{"", "127.0.0.1:8080", "ftp://host", "http://", ":"} {
		if _, err := client.HTTP(bad, 1); err == nil {
			t.Errorf("the URL %q was accepted", bad)
		}
	}
}
