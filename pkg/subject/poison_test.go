package subject_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tranca.example/pkg/subject"
)

func TestAPoisonedMessageIsNamedByStreamConsumerAndSequence(t *testing.T) {
	id, err := subject.NewPoisonID("TIMERS", "timekeeper", 42)
	equal(t, err, nil)
	equal(t, id.String(), "TIMERS.timekeeper.42")
	equal(t, subject.Poison(id), "poison.TIMERS.timekeeper.42")
	equal(t, id.Stream(), "TIMERS")
	equal(t, id.Consumer(), "timekeeper")
	equal(t, id.Seq(), 42)
	equal(t, subject.PoisonFilter(), "poison.*.*.*")
	parses(t, subject.ParsePoisonID, id, id.String(), "TIMERS.timekeeper", "TIMERS.timekeeper.0", "TIMERS.timekeeper.042",
		"TIMERS.timekeeper.-1", "TIMERS.*.42", "a.b.c.42", "TIMERS..42", "TIMERS."+strings.Repeat("x", 65)+".42", "")
	parses(t, subject.ParsePoison, id, subject.Poison(id), id.String(), "poison.TIMERS.42", "g.0.x.ev", "")
}

func TestAPoisonedMessageTravelsAsText(t *testing.T) {
	id, err := subject.NewPoisonID("GAME_0", "c", 7)
	equal(t, err, nil)
	out, err := json.Marshal(id)
	equal(t, err, nil)
	equal(t, string(out), `"GAME_0.c.7"`)
	var in subject.PoisonID
	equal(t, json.Unmarshal(out, &in), nil)
	equal(t, in, id)
	if _, err := subject.NewPoisonID("GAME_0", "", 7); err == nil {
		t.Error("a consumer without a name was accepted")
	}
	if _, err := subject.NewPoisonID("a.b", "c", 7); err == nil {
		t.Error("a stream of two tokens was accepted")
	}
}

func TestAnAdvisoryWithAReasonIsToldFromOneWithout(t *testing.T) {
	equal(t, subject.IsTermination("$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.TIMERS.timekeeper"), true)
	equal(t, subject.IsTermination("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.TIMERS.timekeeper"), false)
}
