package gateway_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/memory"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
)

// follow projects the log as a service does.
func (w *world) follow() {
	w.t.Helper()
	env := w.env("lobby")
	env.Stores = func(string) (replica.Store, error) { return memory.New(), nil }
	log, err := jetstream.New(env.Conn, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	p, err := replica.NewProjection(env, replica.ProjectionOptions{
		Service: subject.Lobby, Name: "seen", Source: log,
		Fold: func(c eventlog.Commit) ([]projection.Change, error) {
			return []projection.Change{{Key: c.Table.String(), Value: c.Body}}, nil
		},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.run(p.Unit())
}

// span is the one ended span for which ok holds.
func (w *world) span(what string, ok func(sdktrace.ReadOnlySpan) bool) (found sdktrace.ReadOnlySpan) {
	w.t.Helper()
	eventually(w.t, "a span: "+what, func() bool {
		i := slices.IndexFunc(w.spans.Ended(), ok)
		if i >= 0 {
			found = w.spans.Ended()[i]
		}
		return i >= 0
	})
	return found
}

func TestOneMoveIsOneTraceFromTheClientToItsCommitAndLinkedFromTheProjection(t *testing.T) {
	w := newWorld(t)
	w.follow()
	m := w.open("classic.draw", 2).begin()
	turn := int(at(m.table(), "round.turn").(float64))
	play, _ := at(m.view(turn), "moves.plays.0").(map[string]any)
	by := seat(m.tokens[turn])
	const trace, client = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
	by["Traceparent"] = "00-" + trace + "-" + client + "-01"
	fields := object{"tableId": m.id}
	maps.Copy(fields, play)
	w.must("Play", by, w.command(fields))

	parent := client
	var appended sdktrace.ReadOnlySpan
	for _, name := range []string{
		"tranca.api.v1.TableService/Play", "request cmd.rules", "process cmd.{service}.", "append g.{shard}.{table}.ev",
	} {
		appended = w.span(name, func(s sdktrace.ReadOnlySpan) bool {
			return s.SpanContext().TraceID().String() == trace && strings.HasPrefix(s.Name(), name) && s.Parent().SpanID().String() == parent
		})
		parent = appended.SpanContext().SpanID().String()
	}
	batch := w.span("a projection that is linked to the append", func(s sdktrace.ReadOnlySpan) bool {
		return slices.ContainsFunc(s.Links(), func(l sdktrace.Link) bool {
			return strings.HasPrefix(s.Name(), "project ") && l.SpanContext.SpanID() == appended.SpanContext().SpanID()
		})
	})
	if batch.SpanContext().TraceID().String() == trace || batch.Parent().IsValid() {
		t.Errorf("the projection belongs to the client's trace: %s", batch.SpanContext().TraceID())
	}
	for _, s := range w.spans.Ended() {
		text := fmt.Sprint(s.Name(), s.Attributes(), s.Events(), s.Status())
		for _, secret := range append(m.tokens, play["tile"], strings.Repeat("a", 22)) {
			if strings.Contains(text, fmt.Sprint(secret)) {
				t.Errorf("a span tells %v: %s", secret, text)
			}
		}
	}
}
