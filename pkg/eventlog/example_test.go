package eventlog_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/subject"
)

// counting are the options of a table whose whole state is a number.
func counting(log eventlog.ReadAppender) eventlog.Options[int] {
	return eventlog.Options[int]{
		Log:    log,
		Writer: "lobby",
		Baton:  eventlog.NewBaton("lobby", map[string]string{"open": "lobby", "playing": "rules"}),
		Decode: func(c eventlog.Commit) (int, error) { return strconv.Atoi(string(c.Body)) },
	}
}

// add is a command: it decides on a state and says what to append after it.
func add(n int, phase string) eventlog.Command[int, string] {
	return eventlog.Command[int, string]{
		Recognise: func(int) (string, bool) { return "", false },
		Decide: func(state int, _ eventlog.Position) (eventlog.Draft[int, string], error) {
			if state+n > 9 {
				return eventlog.Draft[int, string]{}, errors.New("too much")
			}
			sum := strconv.Itoa(state + n)
			return eventlog.Draft[int, string]{Phase: phase, Body: []byte(sum), Answer: "now " + sum}, nil
		},
	}
}

// Execute is the one write path. The second command decides again, because
// somebody else was faster; the refusal and the wrong phase append nothing.
func ExampleExecute() {
	ctx := context.Background()
	table, _ := subject.ParseTableID("0-aaaaaaaaaaaaaaaa")
	log := memory.New(nil)
	mine, err := eventlog.NewExecutor(counting(log))
	if err != nil {
		fmt.Println(err)
		return
	}
	theirs, _ := eventlog.NewExecutor(counting(log))

	show := func(r eventlog.Result[string], err error) {
		fmt.Printf("%q at version %d, tries %d, %v\n", r.Answer, r.At.Version, r.Tries, err)
	}
	show(eventlog.Execute(ctx, mine, table, add(1, "open")))
	show(eventlog.Execute(ctx, theirs, table, add(2, "open")))
	show(eventlog.Execute(ctx, mine, table, add(3, "open"))) // remembers version 1
	show(eventlog.Execute(ctx, mine, table, add(9, "open")))
	show(eventlog.Execute(ctx, mine, table, add(1, "playing")))
	show(eventlog.Execute(ctx, mine, table, add(1, "playing")))
	// Output:
	// "now 1" at version 1, tries 1, <nil>
	// "now 3" at version 2, tries 1, <nil>
	// "now 6" at version 3, tries 2, <nil>
	// "" at version 0, tries 0, too much
	// "now 7" at version 4, tries 1, <nil>
	// "" at version 0, tries 0, table 0-aaaaaaaaaaaaaaaa: phase belongs to another service: phase "playing" at version 4 is of "rules"
}

// An append names the commit that it was decided on; another one in between is
// a conflict, and the log is unchanged.
func ExampleErrConflict() {
	ctx := context.Background()
	table, _ := subject.ParseTableID("0-aaaaaaaaaaaaaaaa")
	log := memory.New(nil)
	commit := eventlog.Commit{Table: table, Version: 1, Writer: "lobby", Phase: "open", Body: []byte("first")}

	seq, err := log.Append(ctx, commit, 0)
	fmt.Println(seq, err)
	commit.Body = []byte("second")
	_, err = log.Append(ctx, commit, 0)
	fmt.Println(errors.Is(err, eventlog.ErrConflict))
	last, err := log.Last(ctx, table)
	fmt.Println(string(last.Body), last.Version, err)
	// Output:
	// 1 <nil>
	// true
	// first 1 <nil>
}
