package client_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connectinprocess"

	"tranca.example/pkg/client"
	"tranca.example/pkg/rpcerr"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
)

// A player opens a table, takes a seat and plays. The server here is in the
// same process; client.HTTP makes a transport to one that is not.
func Example() {
	registered := connect.NewServer()
	apiv1connect.RegisterTableServiceHandler(registered, &server{})
	c, err := client.New(client.Options{Transport: connectinprocess.New(registered), Random: rand.Reader})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	player := c.Player("abcdefghijklmnopqrstuv")
	opened, err := player.Open(ctx, &apiv1.OpenTableRequest{Preset: "latin.pairs"})
	fmt.Println(opened.GetTableId(), opened.GetVersion(), err)

	seat, err := player.Sit(ctx, &apiv1.SitRequest{TableId: opened.GetTableId(), Seat: new(uint32), Player: "ana"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("seat", seat.Number(), "of table", seat.TableID())
	version, err := seat.Play(ctx, client.Command{Expected: seat.Version()}, &apiv1.Placement{Tile: "6-4", Node: new(uint32)})
	fmt.Println("done in version", version, err)
	// Output:
	// 0-abc 1 <nil>
	// seat 0 of table 0-abc
	// done in version 7 <nil>
}

// A refusal is a *rpcerr.Rejection: it is compared by its reason and tells the
// seat what would have been legal.
func ExampleSeat_Play_refused() {
	refusal, err := rejected(connect.CodeFailedPrecondition, "must_play", "6-4 L", "6-4 R")
	if err != nil {
		fmt.Println(err)
		return
	}
	registered := connect.NewServer()
	apiv1connect.RegisterTableServiceHandler(registered, &server{refuses: []error{refusal}})
	c, _ := client.New(client.Options{Transport: connectinprocess.New(registered), Random: rand.Reader})

	_, err = c.Seat("0-abc", 1, "token").Play(context.Background(), client.Command{}, &apiv1.Placement{Tile: "5-1", Node: new(uint32)})
	fmt.Println(errors.Is(err, rpcerr.New("must_play", "")))
	if refused, ok := errors.AsType[*rpcerr.Rejection](err); ok {
		fmt.Println(refused.Code, refused.Reason, refused.Legal)
	}
	// Output:
	// true
	// failed_precondition must_play [6-4 L 6-4 R]
}
