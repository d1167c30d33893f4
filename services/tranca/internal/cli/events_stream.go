package cli

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"tranca.example/pkg/subject"
)

// maxEvent is the longest line of a stream of server-sent events, in bytes.
const maxEvent = 1 << 20

// stream prints what a server's API pushes of one table.
func (t *tail) stream(ctx context.Context, id subject.TableID) error {
	s, err := newServer(t.server)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/v1/tables/"+id.String()+"/live", http.NoBody)
	if err != nil {
		return fmt.Errorf("watch table %s: %w", id, err)
	}
	request.Header.Set("Accept", "text/event-stream")
	answer, err := s.do(request)
	if err != nil {
		return fmt.Errorf("watch table %s: %w", id, err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	if err := eachEvent(answer.Body, func(name string, data []byte) error {
		if name != "update" {
			return nil // where the table stands, or that the stream lives
		}
		return t.print(data)
	}); err != nil {
		return fmt.Errorf("watch table %s: %w", id, err)
	}
	return fmt.Errorf("watch table %s: the server ended the stream", id)
}

// eachEvent calls take for every server-sent event until the stream ends.
func eachEvent(r io.Reader, take func(name string, data []byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, 64<<10), maxEvent)
	name, data := "message", []byte(nil)
	for lines.Scan() {
		field, value, _ := bytes.Cut(lines.Bytes(), []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch {
		case len(lines.Bytes()) == 0:
			if data != nil {
				if err := take(name, data); err != nil {
					return err
				}
			}
			name, data = "message", nil
		case string(field) == "event":
			name = string(value)
		case string(field) == "data" && data == nil:
			data = append([]byte{}, value...)
		case string(field) == "data":
			data = append(append(data, '\n'), value...)
		}
	}
	return lines.Err()
}
