package table_test

import (
	"errors"
	"reflect"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

func TestWhatMayBeSaidDependsOnTheTableAndTheRound(t *testing.T) {
	const only = "hello, good_luck, thanks, well_played, hurry"
	for name, c := range map[string]struct {
		preset, option string
		phase          table.Phase
		word           string
		want           error
	}{
		"a word of the game between rounds of partners":  {"latin.pairs", "", table.PhaseScoring, "knock", nil},
		"a word of the game in a round of partners":      {"latin.pairs", "", table.PhasePlaying, "knock", refused(table.EmoteNotNow, "want", only)},
		"a courtesy in a round of partners":              {"latin.pairs", "", table.PhasePlaying, "hurry", nil},
		"a word of the game where everybody is alone":    {"latin.solo", "", table.PhasePlaying, "knock", nil},
		"a courtesy in a round, where pauses are for it": {"latin.solo", table.EmotesPauses, table.PhasePlaying, "hello", refused(table.EmotesOff, "emotes", "pauses")},
		"a courtesy in a pause":                          {"latin.solo", table.EmotesPauses, table.PhaseDealing, "hello", nil},
		"a courtesy where nothing is said":               {"latin.solo", table.EmotesNever, table.PhaseOpen, "hello", refused(table.EmotesOff, "emotes", "off")},
	} {
		rules, err := domino.NewRules(c.preset, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := table.State{Phase: c.phase, Rules: rules, Options: table.Options{Emotes: c.option}}
		if got := table.CheckEmote(&s, c.word); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

func TestNoOtherWordIsSaid(t *testing.T) {
	for _, word := range []string{"", "hell", "6-4"} {
		err := table.CheckEmote(&table.State{}, word)
		if r, ok := errors.AsType[*table.Refused](err); !ok || r.Why != table.Malformed {
			t.Errorf("%q: got %v", word, err)
		}
	}
}
