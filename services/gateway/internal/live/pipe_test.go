package live_test

import (
	"bytes"
	"io"
	"net"
	"testing"
	"time"

	"tranca.example/services/gateway/internal/live"
)

// connected are both ends of a connection over the network.
func connected(t *testing.T) (server, client net.Conn) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if client, err = new(net.Dialer).DialContext(t.Context(), "tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if server, err = l.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = server.Close(), client.Close() })
	if err := client.SetDeadline(time.Now().Add(60 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return server, client
}

func TestWhatAClientDoesNotTakeAtOnceComesLaterAndInOrder(t *testing.T) {
	server, client := connected(t)
	pipe := live.NewPipe(server)
	var want []byte
	for n := range byte(60) { // more than the system keeps
		text := bytes.Repeat([]byte{n}, 256<<10)
		if want = append(want, text...); !pipe.Put(text) {
			t.Fatalf("text %d is too much", n)
		}
	}
	pipe.Finish([]byte("the end"))
	pipe.Finish([]byte("again"))
	if !pipe.Put([]byte("more")) {
		t.Error("who has heard the end counts as slow")
	}
	got, err := io.ReadAll(client)
	if err != nil || !bytes.Equal(got, append(want, "the end"...)) {
		t.Fatalf("got %d bytes, %v; want %d in their order", len(got), err, len(want)+len("the end"))
	}
}

func TestAClientThatTakesNothingIsTooSlow(t *testing.T) {
	server, client := net.Pipe()
	defer client.Close()
	pipe := live.NewPipe(server)
	n := 0
	for n < 1000 && pipe.Put([]byte("text")) {
		n++
	}
	if n < 64 || n > 2*64+1 {
		t.Fatalf("%d texts wait: want 64 beside those that are being written", n)
	}
}

func TestAConnectionBeatsUntilEitherSideEndsIt(t *testing.T) {
	for name, end := range map[string]func(server live.Pipe, client net.Conn){
		"client goes":  func(_ live.Pipe, client net.Conn) { _ = client.Close() },
		"client talks": func(_ live.Pipe, client net.Conn) { _, _ = client.Write([]byte("GET")) },
		"end is told":  func(server live.Pipe, _ net.Conn) { server.Finish([]byte("the end")) },
	} {
		t.Run(name, func(t *testing.T) {
			server, client := connected(t)
			pipe, beats, over := live.NewPipe(server), make(chan struct{}), make(chan struct{})
			go func() {
				defer close(over)
				pipe.Watch(time.Millisecond, func() {
					select {
					case beats <- struct{}{}:
					case <-t.Context().Done():
					}
				})
			}()
			<-beats
			<-beats
			end(pipe, client)
			for {
				select {
				case <-beats:
				case <-over:
					return
				case <-time.After(60 * time.Second):
					t.Fatal("it is watched for ever")
				}
			}
		})
	}
}

func TestTellingAClientThatKeepsUpAllocatesNothing(t *testing.T) { //nolint:paralleltest // counts the process's allocations
	server, client := connected(t)
	pipe, text := live.NewPipe(server), make([]byte, 1<<10)
	got := make([]byte, len(text))
	allocs := testing.AllocsPerRun(100, func() {
		if !pipe.Put(text) {
			t.Fatal("too slow")
		}
		if _, err := io.ReadFull(client, got); err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations each", allocs)
	}
}
