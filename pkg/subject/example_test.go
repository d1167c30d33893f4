package subject_test

import (
	"fmt"

	"tranca.example/pkg/subject"
)

// A table id carries the shard of its table, and every subject follows from it.
func Example() {
	id, err := subject.NewTableID(12, [10]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(id, "in shard", id.Shard())
	fmt.Println(subject.GameStream(id.Shard()), subject.Game(id))
	fmt.Println(subject.Live(id))
	fmt.Println(subject.Secret(id, 1, 3))
	back, err := subject.ParseGame(subject.Game(id))
	fmt.Println(back == id, err)
	// Output:
	// 12-aebagbafaydqqcik in shard 12
	// GAME_12 g.12.12-aebagbafaydqqcik.ev
	// live.12.12-aebagbafaydqqcik
	// s.12.12-aebagbafaydqqcik.1.3
	// true <nil>
}

// What stands in a subject is checked before it gets there.
func ExampleParseTableID() {
	for _, text := range []string{"12-AEBAGBAFAYDQQCIK", "12-aeb", "aebagbafaydqqcik", "012-aebagbafaydqqcik"} {
		_, err := subject.ParseTableID(text)
		fmt.Println(err)
	}
	// Output:
	// table id "12-AEBAGBAFAYDQQCIK": want only a-z and 2-7 after the shard
	// table id "12-aeb": 3 characters after the shard: want 16
	// table id "aebagbafaydqqcik": want <shard>-<16 characters>
	// table id "012-aebagbafaydqqcik": shard "012": want a number from 0 to 999 without leading zeros
}

// A player's name may stand in a subject only as one token of it.
func ExampleParseToken() {
	name, err := subject.ParseToken("ana-1")
	fmt.Println(subject.Player(name), err)
	_, err = subject.ParseToken("ana.>")
	fmt.Println(err)
	// Output:
	// p.ana-1 <nil>
	// token "ana.>": want only letters, digits, '-' and '_'
}
