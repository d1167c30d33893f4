package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// callLimit bounds one call to a server, maxAnswer its answer.
const (
	callLimit = 30 * time.Second
	maxAnswer = 64 << 20
)

// server is a running server's API.
type server struct {
	url  string
	http *http.Client
}

func newServer(raw string) (*server, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, unusable("--server %q: want a URL such as http://127.0.0.1:8080", raw)
	}
	return &server{url: u.Scheme + "://" + u.Host, http: &http.Client{}}, nil
}

// refusal is an error of the API.
type refusal struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error is the code and the message of the server.
func (e *refusal) Error() string { return e.Code + ": " + e.Message }

// call asks one method of the table service, in JSON.
func (s *server) call(ctx context.Context, method string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("call %s: %w", method, err)
	}
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/tranca.api.v1.TableService/"+method, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("call %s: %w", method, err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := s.do(request)
	if err != nil {
		return fmt.Errorf("call %s: %w", method, err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxAnswer)).Decode(out); err != nil {
		return fmt.Errorf("call %s: answer: %w", method, err)
	}
	return nil
}

// do sends a request; an answer that is no success is a *refusal.
func (s *server) do(request *http.Request) (*http.Response, error) {
	answer, err := s.http.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode == http.StatusOK {
		return answer, nil
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	refused := &refusal{Code: answer.Status, Message: "no reason was given"}
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err == nil && json.Unmarshal(text, refused) != nil {
		refused.Message = string(bytes.TrimSpace(text))
	}
	return nil, refused
}
