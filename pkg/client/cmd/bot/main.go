package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"

	"tranca.example/pkg/client"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

func main() {
	ctx := context.Background()
	transport := must(client.HTTP(os.Args[1], 2))
	c := must(client.New(client.Options{Transport: transport, Random: rand.Reader}))
	seat := must(c.Player(rand.Text()).Sit(ctx, &apiv1.SitRequest{TableId: os.Args[2], Player: "gopher"}))
	must(seat.Ready(ctx, client.Command{}, ""))
	for told, err := range seat.Watch(ctx) {
		if match := must(told, err).GetUpdate().GetTable().GetMatch(); match.GetOver() {
			fmt.Fprintln(os.Stdout, match.GetScores())
			return
		}
		if moves := told.GetSeat().GetMoves(); moves != nil {
			_, _ = seat.Move(ctx, client.Command{}, moves) // what is too late was done by the table
		}
	}
}

// must ends the program when something failed.
func must[T any](v T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return v
}
