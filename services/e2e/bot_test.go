package e2e_test

import (
	"context"
	"crypto/rand"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"tranca.example/pkg/client"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// The example of a bot plays a match at a real server, against a bot of its own.
func TestTheExampleBotPlaysAMatchToItsEnd(t *testing.T) {
	bot := filepath.Join(t.TempDir(), "bot")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", bot, "tranca.example/pkg/client/cmd/bot").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	up := programs.StartUp(t, t.TempDir(), "bot")
	transport, err := client.HTTP(up.URL, 2)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Options{Transport: transport, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	owner := c.Player(rand.Text())
	table, err := owner.Open(t.Context(), &apiv1.OpenTableRequest{
		Preset: "classic.draw", Knobs: map[string]string{"target": "30"},
		Options: &apiv1.Options{BotThinkingMs: new(uint32(1)), IntermissionMs: new(uint32)},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := owner.AddBot(t.Context(), &apiv1.AddBotRequest{TableId: table.GetTableId()}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit(1))
	defer cancel()
	out, err := exec.CommandContext(ctx, bot, up.URL, table.GetTableId()).CombinedOutput()
	if err != nil || !regexp.MustCompile(`^\[\d+ \d+\]\n$`).Match(out) {
		t.Errorf("the bot says %q, %v", out, err)
	}
	if got, err := c.Table(t.Context(), table.GetTableId(), 0); err != nil || !got.GetMatch().GetOver() {
		t.Errorf("the match is not over: %v, %v", got, err)
	}
}
