package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
)

// limit of every question, and of waiting for the rest of a request.
const limit = 10 * time.Second

var errWhat = errors.New("want answer, read or serve")

// settings are the flags of all three.
type settings struct {
	addr   string // of readiness, and of the API
	ask    string // subject of requests
	stream string
	body   int // bytes of each publish
	event  int // bytes of each event of a live stream
}

func main() {
	lifecycle.Main(func(ctx context.Context) error { return run(ctx, os.Args[1:]) })
}

func run(ctx context.Context, args []string) error {
	var s settings
	flags := flag.NewFlagSet("bare", flag.ContinueOnError)
	flags.StringVar(&s.addr, "addr", "", "`address` of HTTP")
	flags.StringVar(&s.ask, "ask", "", "`subject` of requests")
	flags.StringVar(&s.stream, "stream", "", "`name` of the stream; its subjects are NAME.TABLE.ev")
	flags.IntVar(&s.body, "body", 0, "`bytes` of each publish")
	flags.IntVar(&s.event, "event", 0, "`bytes` of each event of a live stream")
	if len(args) == 0 {
		return &lifecycle.UsageError{Err: errWhat}
	}
	if err := flags.Parse(args[1:]); err != nil {
		return &lifecycle.UsageError{Err: err}
	}
	lifecycle.CollectLess(os.LookupEnv) // as the programs do that are compared
	conn, err := natsboot.Connect(os.Getenv("NATS_URL"), natsboot.Auth{User: os.Getenv("NATS_USER"), Password: os.Getenv("NATS_PASSWORD")})
	if err != nil {
		return err
	}
	defer conn.Close()
	return s.become(ctx, args[0], conn)
}

// become is one of the three until something fails or it is killed.
func (s settings) become(ctx context.Context, what string, conn *nats.Conn) error {
	switch what {
	case "answer":
		return s.answer(ctx, conn)
	case "read":
		return s.read(ctx, conn)
	case "serve":
		return s.serve(conn)
	}
	return &lifecycle.UsageError{Err: fmt.Errorf("%q: %w", what, errWhat)}
}
