package redis_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	goredis "github.com/redis/go-redis/v9"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
)

func TestTheHookTracesCommandsInsideATraceAndTimesAll(t *testing.T) {
	client := redisproc.Start(t)
	recorder := tracetest.NewSpanRecorder()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(recorder)).Tracer("t")
	reg := prometheus.NewRegistry()
	hook, err := redis.NewHook(tracer, reg, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	client.AddHook(hook)

	client.Set(t.Context(), "secret", "value", 0) // outside a trace
	ctx, span := tracer.Start(t.Context(), "caller")
	client.Get(ctx, "missing")
	client.LPush(ctx, "secret", "x") // wrong type
	if _, err := client.Pipelined(ctx, func(p goredis.Pipeliner) error {
		p.Get(ctx, "secret")
		p.Get(ctx, "secret")
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	span.End()

	var got []string
	for _, s := range recorder.Ended() {
		got = append(got, fmt.Sprint(s.Name(), " ", s.Status().Code == codes.Error))
		for _, a := range s.Attributes() {
			if a.Value.AsString() == "secret" || a.Value.AsString() == "value" {
				t.Errorf("span %s tells %v", s.Name(), a)
			}
		}
	}
	if want := []string{"get false", "lpush true", "pipeline false", "caller false"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !slices.Contains(recorder.Ended()[2].Attributes(), attribute.Int("db.operation.batch.size", 2)) {
		t.Errorf("got %v", recorder.Ended()[2].Attributes())
	}
	if got := series(t, reg); !slices.Contains(got, "lpush error") || !slices.Contains(got, "set ok") || !slices.Contains(got, "get ok") {
		t.Errorf("got series %v", got)
	}
}

// series lists operation and outcome of each histogram.
func series(t *testing.T, reg *prometheus.Registry) []string {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range families[0].GetMetric() {
		all = append(all, m.GetLabel()[0].GetValue()+" "+m.GetLabel()[1].GetValue())
	}
	return all
}
