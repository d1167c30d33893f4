package e2e_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	collectortrace "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry/logtest"
	"tranca.example/pkg/wire"
	"tranca.example/services/e2e/harness"
)

// secretBytes is the length of roots and seeds.
const secretBytes = 32

// tileText is how a tile is written anywhere, botName what looks like one. The
// hashes in Redis are bytes of chance too, so tiles are looked for in its text.
var (
	printable = regexp.MustCompile(`[\x20-\x7e\n]{8,}`)
	tileText  = regexp.MustCompile(`\b[0-6]-[0-6]\b`)
	botName   = regexp.MustCompile(`bot-[a-z]+-\d+-\d+`)
)

// collector is an OTLP collector that keeps what it gets.
type collector struct {
	spans logtest.Lines
	*httptest.Server
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if r.Header.Get("Content-Encoding") == "gzip" && err == nil {
			var zip *gzip.Reader
			if zip, err = gzip.NewReader(bytes.NewReader(body)); err == nil {
				body, err = io.ReadAll(zip)
			}
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		text, err := spansText(body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		_, _ = c.spans.Write(text)
	}))
	t.Cleanup(c.Close)
	return c
}

// spansText is what spans say, without their random ids: bytes of chance spell
// a tile now and then.
func spansText(body []byte) ([]byte, error) {
	var m collectortrace.ExportTraceServiceRequest
	if err := proto.Unmarshal(body, &m); err != nil {
		return nil, err
	}
	for _, resource := range m.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				span.TraceId, span.SpanId, span.ParentSpanId = nil, nil, nil
				for _, link := range span.GetLinks() {
					link.TraceId, link.SpanId = nil, nil
				}
			}
		}
	}
	return protojson.Marshal(&m)
}

func TestNoLogSpanMetricOrProjectionTellsATileASeedOrARoot(t *testing.T) {
	nats, redis, traces := programs.StartNATS(t), redisproc.Start(t), newCollector(t)
	apart := programs.StartApart(t, harness.ApartOptions{NATS: nats, Redis: "redis://" + redis.Options().Addr, OTLP: traces.URL})
	o := harness.SimulationOptions{Server: apart.URL, Preset: "classic.draw", Seed: "canary", Matches: size(t, 4)}
	openIdle(t, apart.URL, 0)
	s := programs.Simulate(t, o)
	s.WaitAcks(40*o.Matches, limit(o.Matches))
	middle := joined(dump(t, redis))
	hidden := unrevealed(nats)
	s.Finish(limit(o.Matches))

	looksAt(t, "Redis in the middle", middle, newCanaries(hidden))
	roots := rootsOf(nats)
	looksAt(t, "Redis at the end", joined(dump(t, redis)), newCanaries(roots))
	secrets := append(seedsOf(nats), roots...)
	everything := newCanaries(secrets)
	for name, p := range apart.Parts {
		looksAt(t, "metrics of "+name, fetched(t, apart.Admin[name]+"/metrics"), everything)
		p.Stop() // its last spans go out
		looksAt(t, "log of "+name, p.Log(), everything)
	}
	if spans := traces.spans.String(); len(spans) < 1000*o.Matches {
		t.Errorf("got %d bytes of spans: is anything traced?", len(spans))
	} else {
		looksAt(t, "spans", spans, everything)
	}
	if len(hidden) < o.Matches || len(roots) < o.Matches || len(secrets) < 3*o.Matches {
		t.Fatalf("%d hidden, %d roots, %d in all: too few to look for", len(hidden), len(roots), len(secrets))
	}
	revealedInTheEndAlone(t, nats)
	rootsOnDisk(t, nats)
}

// looksAt finds no tile and none of the secrets.
func looksAt(t *testing.T, where, text string, secrets canaries) {
	t.Helper()
	for _, run := range printable.FindAllString(botName.ReplaceAllString(text, "bot"), -1) {
		if at := tileText.FindStringIndex(run); at != nil {
			t.Errorf("%s tells a tile: …%.200q…", where, run[max(0, at[0]-100):])
		}
	}
	secrets.silent(t, where, text)
}

// seedsOf are the seeds of all deals so far: a message is its format and the seed.
func seedsOf(nats *harness.NATS) (all [][]byte) {
	for _, m := range nats.Stored("SECRET_0") {
		all = append(all, m.Data[len(m.Data)-secretBytes:])
	}
	return all
}

// rootsOf are the roots of all matches: before the id of the match.
func rootsOf(nats *harness.NATS) (all [][]byte) {
	for _, m := range nats.Stored("ROOT_0") {
		end := bytes.LastIndex(m.Data, []byte("0-")) // the match id begins with its shard
		all = append(all, m.Data[end-secretBytes:end])
	}
	return all
}

// unrevealed are the roots, and the seeds that the log does not tell yet.
func unrevealed(nats *harness.NATS) (all [][]byte) {
	var log strings.Builder
	for _, m := range nats.Stored("GAME_0") {
		log.Write(m.Data)
	}
	seeds := seedsOf(nats)
	told := newCanaries(seeds).told(log.String())
	for i, seed := range seeds {
		if _, revealed := slices.BinarySearch(told, i); !revealed {
			all = append(all, seed)
		}
	}
	return append(all, rootsOf(nats)...)
}

// revealedInTheEndAlone checks that the log tells no root, and each seed for the
// first time in the commit that ends its round.
func revealedInTheEndAlone(t *testing.T, nats *harness.NATS) {
	t.Helper()
	seeds, roots, codec := newCanaries(seedsOf(nats)), newCanaries(rootsOf(nats)), wire.NewCodec()
	revealed := map[int]bool{}
	for _, m := range nats.Stored("GAME_0") {
		roots.silent(t, "the log", string(m.Data))
		for _, seed := range seeds.told(string(m.Data)) {
			if revealed[seed] {
				continue
			}
			revealed[seed] = true
			commit, err := codec.DecodeCommit(m.Data)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(commit.Events, func(e table.Event) bool { _, ends := e.(table.RoundEnded); return ends }) {
				t.Errorf("%s version %d tells the seed of a round that it does not end", m.Subject, commit.Version)
			}
		}
	}
}

func joined(all map[string]string) string {
	var b strings.Builder
	for key, value := range all {
		b.WriteString(key + "\n" + value + "\n")
	}
	return b.String()
}

func fetched(t *testing.T, url string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	res, err := (&http.Client{}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// rootsOnDisk checks that roots lie in no stream but their own.
func rootsOnDisk(t *testing.T, nats *harness.NATS) {
	t.Helper()
	roots := newCanaries(rootsOf(nats))
	err := filepath.WalkDir(nats.Dir(), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.Contains(path, "ROOT_0") || strings.Contains(path, "SECRET_0") {
			return err
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		roots.silent(t, path, string(b))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
