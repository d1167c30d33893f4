package token_test

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"tranca.example/pkg/token"
)

// A seat token says which seat its bearer may act for, until when.
func ExampleKeys() {
	keys, err := token.NewKeys(bytes.Repeat([]byte{7}, token.MinKey))
	if err != nil {
		fmt.Println(err)
		return
	}
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	text := keys.Seal(token.Seat{Table: "0-aaaaaaaaaaaaaaaa", Seat: 2, Gen: 5, Expires: now.Add(time.Hour)})

	seat, err := keys.Open(text, now)
	fmt.Println(seat.Table, seat.Seat, seat.Gen, seat.Expires.UTC().Format(time.TimeOnly), err)

	_, err = keys.Open(text, now.Add(2*time.Hour))
	fmt.Println(errors.Is(err, token.ErrExpired))
	other, _ := token.NewKeys(bytes.Repeat([]byte{8}, token.MinKey))
	_, err = other.Open(text, now)
	fmt.Println(errors.Is(err, token.ErrForged))
	// Output:
	// 0-aaaaaaaaaaaaaaaa 2 5 04:04:05 <nil>
	// true
	// true
}

// Keys are replaced without throwing anybody out: the first one signs, all of
// them are accepted.
func ExampleNewKeys() {
	before, after := bytes.Repeat([]byte{7}, 32), bytes.Repeat([]byte{8}, 32)
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	old, _ := token.NewKeys(before)
	text := old.Seal(token.Seat{Table: "0-aaaaaaaaaaaaaaaa", Gen: 1, Expires: now.Add(time.Hour)})

	both, _ := token.NewKeys(after, before)
	_, err := both.Open(text, now)
	fmt.Println(err)
	_, err = token.NewKeys([]byte("too short"))
	fmt.Println(err)
	// Output:
	// <nil>
	// seat token key 1 has 9 bytes: want at least 32
}

// A player key is kept as its digest only.
func ExampleHashPlayerKey() {
	digest, err := token.HashPlayerKey("abcdefghijklmnopqrstuv")
	fmt.Printf("%x… %v\n", digest[:4], err)
	_, err = token.HashPlayerKey("ana")
	fmt.Println(err)
	// Output:
	// 72c5ffa2… <nil>
	// player key is malformed: 3 characters: want 22 to 128
}
