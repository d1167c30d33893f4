package gateway_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"path"
	"strings"
	"sync"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"

	"tranca.example/proto"
)

// description is what the description of the calls allows.
var description = sync.OnceValues(func() (validator.Validator, error) {
	document, err := libopenapi.NewDocument([]byte(proto.OpenAPI()))
	if err != nil {
		return nil, err
	}
	v, errs := validator.NewValidator(document, config.WithFormatAssertions(), config.WithoutSecurityValidation())
	return v, errors.Join(errs...)
})

// conforming is a client of a test that compares every answer, and every call that
// the gateway has done, with the description.
func conforming(t *testing.T) *http.Client {
	t.Helper()
	v, err := description()
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Transport: conformance{t, v}}
}

type conformance struct {
	t *testing.T
	v validator.Validator
}

// RoundTrip implements http.RoundTripper.
func (c conformance) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasPrefix(r.URL.Path, "/tranca.api.v1.") {
		return http.DefaultTransport.RoundTrip(r)
	}
	sent, err := taken(&r.Body)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil || response.Header.Get("Content-Type") != "application/json" || !declared(r) {
		return response, err
	}
	got, err := taken(&response.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(sent))
	c.complain(r, response, sent, got)
	response.Body = io.NopCloser(bytes.NewReader(got))
	return response, nil
}

// declared tells whether a request is one of those that the description is about:
// it does not tell of wrong methods and paths.
func declared(r *http.Request) bool {
	id := path.Base(r.URL.Path)
	if r.Method == http.MethodGet && r.URL.Query().Has("message") {
		id += "ByGet"
	} else if r.Method != http.MethodPost {
		return false
	}
	return strings.Contains(proto.OpenAPI(), `"operationId": "`+id+`"`)
}

// taken is what a body holds; the body can be read once more.
func taken(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	raw, err := io.ReadAll(*body)
	if err = errors.Join(err, (*body).Close()); err != nil {
		return nil, err
	}
	*body = io.NopCloser(bytes.NewReader(raw))
	return raw, nil
}

func (c conformance) complain(r *http.Request, response *http.Response, sent, got []byte) {
	c.t.Helper()
	if ok, errs := c.v.ValidateHttpResponse(r, response); !ok {
		c.t.Errorf("%s %s: the description does not allow the answer %d %s: %v", r.Method, r.URL.Path, response.StatusCode, got, errs)
	}
	if response.StatusCode != http.StatusOK || bytes.Contains(sent, []byte("null")) {
		return // a null is taken for what is not there, which need not be told
	}
	if ok, errs := c.v.ValidateHttpRequest(r); !ok {
		c.t.Errorf("%s %s: done, but the description does not allow %s: %v", r.Method, r.URL.Path, sent, errs)
	}
}

func TestTheDescriptionOfTheCallsIsServedAndIsOne(t *testing.T) {
	v, err := description()
	if err != nil {
		t.Fatal(err)
	}
	if ok, errs := v.ValidateDocument(); !ok {
		t.Errorf("the description is no OpenAPI: %v", errs)
	}
	w := newWorld(t)
	response := w.do(http.MethodGet, "/openapi.json", nil, nil)
	defer response.Body.Close()
	got, err := io.ReadAll(response.Body)
	if err != nil || string(got) != proto.OpenAPI() || response.Header.Get("Content-Type") != "application/json" {
		t.Errorf("got %d, %v, %d bytes, %v", response.StatusCode, response.Header, len(got), err)
	}
	again := w.do(http.MethodGet, "/openapi.json", who{"If-None-Match": response.Header.Get("ETag")}, nil)
	defer again.Body.Close()
	if again.StatusCode != http.StatusNotModified {
		t.Errorf("asked again with its ETag: got %d", again.StatusCode)
	}
}

// An answer that the description does not allow must be found.
func TestAnAnswerThatIsNotDescribedIsFound(t *testing.T) {
	v, err := description()
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/tranca.api.v1.TableService/GetTable",
		strings.NewReader(`{"tableId":"0-a"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for body, want := range map[string]bool{
		`{"table":{"tableId":"0-a","version":1}}`:               true,
		`{"table":{"tableId":"0-a","version":"1"}}`:             false,
		`{"table":{"seats":[{"seat":-1}]}}`:                     false,
		`{"table":{"deadline":"soon"}}`:                         false,
		`{"table":{"round":{"line":[{"tile":6,"left":true}]}}}`: false,
	} {
		response := &http.Response{
			StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r,
		}
		if ok, errs := v.ValidateHttpResponse(r, response); ok != want {
			t.Errorf("%s: got %v %v", body, ok, errs)
		}
	}
}
