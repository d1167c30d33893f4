package allinone_test

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
)

func TestAWordReachesWhoWatchesInOneProcess(t *testing.T) {
	url := start(t, options(t)).URL()
	id := open(t, url)
	token, _ := call(t, url, "Sit", asPlayer(), map[string]any{"commandId": sitting, "tableId": id, "player": "ada"})["seatToken"].(string)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/v1/tables/"+id+"/live", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	lines := bufio.NewScanner(stream.Body)
	for lines.Scan() && lines.Text() != "event: table" {
		continue
	}
	call(t, url, "Emote", http.Header{"Authorization": {"Bearer " + token}}, map[string]any{"tableId": id, "emote": "hello"})
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), `data: {"tableId":"`+id+`","seat":0,"emote":"hello"}`) {
			return
		}
	}
	t.Fatalf("the stream ended: %v", lines.Err())
}
