package client

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"
	"github.com/google/uuid"

	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
)

// Options describe a client.
type Options struct {
	// Transport carries the calls; HTTP makes one, and connectinprocess another.
	Transport connect.Transport
	// Random is a cryptographic source, for the ids of commands without one.
	Random io.Reader
	// Try bounds one try of a call, Deadline all of them together. 0: DefaultTry
	// and DefaultDeadline.
	Try, Deadline time.Duration
	// Silence is after how long without a word a stream counts as dead; 0:
	// DefaultSilence.
	Silence time.Duration
}

// Defaults of Options.
const (
	DefaultTry      = 5 * time.Second
	DefaultDeadline = 30 * time.Second
	DefaultSilence  = 45 * time.Second // three heartbeats
)

// Client calls one server. It is safe for concurrent use.
type Client struct {
	api  apiv1connect.TableServiceClient
	live apiv1connect.LiveServiceClient
	o    Options
}

// New checks the options and makes a client.
func New(o Options) (*Client, error) {
	if o.Transport == nil || o.Random == nil {
		return nil, errors.New("client: want a transport and a source of randomness")
	}
	if o.Try < 0 || o.Deadline < 0 || o.Silence < 0 {
		return nil, fmt.Errorf("client: a try of %s, a deadline of %s and a silence of %s: want 0 or more", o.Try, o.Deadline, o.Silence)
	}
	if o.Try == 0 {
		o.Try = DefaultTry
	}
	if o.Deadline == 0 {
		o.Deadline = DefaultDeadline
	}
	if o.Silence == 0 {
		o.Silence = DefaultSilence
	}
	calls := connect.NewClient(o.Transport)
	return &Client{api: apiv1connect.NewTableServiceClient(calls), live: apiv1connect.NewLiveServiceClient(calls), o: o}, nil
}

// HTTP is a transport to the server at a base URL, such as
// "http://127.0.0.1:8080". It keeps as many idle connections as calls may run at
// once.
func HTTP(base string, calls int) (connect.Transport, error) {
	u, err := url.Parse(base)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("server %q: want a URL such as http://127.0.0.1:8080", base)
	}
	return connecthttp.NewTransport(&http.Client{Transport: &http.Transport{
		Proxy: http.ProxyFromEnvironment, DisableCompression: true,
		MaxIdleConns: calls, MaxIdleConnsPerHost: calls, IdleConnTimeout: time.Minute,
	}}, base, connecthttp.WithCompressors()), nil
}

// newID makes the id of a command.
func (c *Client) newID() (string, error) {
	id, err := uuid.NewRandomFromReader(c.o.Random)
	if err != nil {
		return "", fmt.Errorf("client: id of a command: %w", err)
	}
	return id.String(), nil
}
