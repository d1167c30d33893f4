package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"tranca.example/services/gateway/web"
)

const script = "console.log('the same words, the same words, the same words, the same words, the same words')"

func built() fstest.MapFS {
	return fstest.MapFS{
		"dist/.gitignore":              {Data: []byte("*")},
		"dist/index.html":              {Data: []byte("<h1>the table</h1>")},
		"dist/assets/index-c0ffee.js":  {Data: []byte(script)},
		"dist/assets/index-c0ffee.css": {Data: []byte("h1{margin:0}")},
		"dist/assets/es/es-c0ffee.svg": {Data: []byte("<svg/>")},
		"dist/assets/x-c0ffee.unheard": {Data: []byte("x")},
		"placeholder.html":             {Data: []byte("run make web")},
	}
}

func read(t *testing.T, files fstest.MapFS) *web.Site {
	t.Helper()
	site, err := web.Read(files)
	if err != nil {
		t.Fatal(err)
	}
	return site
}

// answer is what the site said.
type answer struct {
	status int
	header http.Header
	text   string
}

// get asks the site for a path, with headers as "Name: value".
func get(site *web.Site, path string, headers ...string) answer {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	if path == "/" {
		site.ServePage(w, r)
	} else if !site.ServeAsset(w, r) {
		w.WriteHeader(http.StatusNotFound)
	}
	return answer{w.Code, w.Header(), w.Body.String()}
}

func TestThePageIsAskedForEachTimeAndMayTalkToItsOwnOriginAlone(t *testing.T) {
	page := get(read(t, built()), "/")
	if page.status != http.StatusOK || page.text != "<h1>the table</h1>" {
		t.Errorf("got %d %q", page.status, page.text)
	}
	for name, want := range map[string]string{
		"Content-Type":  "text/html; charset=utf-8",
		"Cache-Control": "no-cache",
		"Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'none'; " +
			"frame-ancestors 'none'; object-src 'none'",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := page.header.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if !strings.Contains(page.header.Get("Permissions-Policy"), "camera=()") {
		t.Errorf("permissions: %q", page.header.Get("Permissions-Policy"))
	}
}

func TestAnAssetIsKeptForGoodAndHasItsType(t *testing.T) {
	site := read(t, built())
	for path, want := range map[string]string{
		"/assets/index-c0ffee.js":  "text/javascript; charset=utf-8",
		"/assets/index-c0ffee.css": "text/css; charset=utf-8",
		"/assets/es/es-c0ffee.svg": "image/svg+xml",
		"/assets/x-c0ffee.unheard": "application/octet-stream",
	} {
		page := get(site, path)
		if page.status != http.StatusOK || page.header.Get("Content-Type") != want {
			t.Errorf("%s: got %d %q", path, page.status, page.header.Get("Content-Type"))
		}
		if got := page.header.Get("Cache-Control"); got != "public, max-age=31536000, immutable" {
			t.Errorf("%s: cached as %q", path, got)
		}
	}
}

func TestThereIsNoAssetButThoseOfTheBuild(t *testing.T) {
	site := read(t, built())
	for _, path := range []string{
		"/assets/", "/assets/index-0.js", "/assets/es", "/assets/../index.html", "/assets/.gitignore", "/index-c0ffee.js",
	} {
		if page := get(site, path); page.status != http.StatusNotFound || page.header.Get("Cache-Control") != "" {
			t.Errorf("%s: got %d %v", path, page.status, page.header)
		}
	}
}

func TestWhatABrowserHasAlreadyIsNotSentAgain(t *testing.T) {
	site := read(t, built())
	tag := get(site, "/").header.Get("ETag")
	if again := get(site, "/", "If-None-Match: "+tag); again.status != http.StatusNotModified || again.text != "" {
		t.Errorf("the same page: got %d", again.status)
	}
	changed := built()
	changed["dist/index.html"] = &fstest.MapFile{Data: []byte("<h1>another</h1>")}
	if after := get(read(t, changed), "/", "If-None-Match: "+tag); after.status != http.StatusOK {
		t.Errorf("another page: got %d", after.status)
	}
}

func TestWhoeverTakesGzipGetsItWhereItIsSmaller(t *testing.T) {
	site := read(t, built())
	packed := get(site, "/assets/index-c0ffee.js", "Accept-Encoding: br;q=1.0, gzip;q=0.8")
	if packed.header.Get("Content-Encoding") != "gzip" || packed.header.Get("Content-Type") != "text/javascript; charset=utf-8" {
		t.Fatalf("got %v", packed.header)
	}
	unpacked, err := gzip.NewReader(strings.NewReader(packed.text))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(unpacked); err != nil || string(got) != script {
		t.Errorf("got %q, %v", got, err)
	}
	for _, refused := range []string{"", "br", "gzip;q=0", "identity"} {
		plain := get(site, "/assets/index-c0ffee.js", "Accept-Encoding: "+refused)
		if plain.header.Get("Content-Encoding") != "" || plain.text != script {
			t.Errorf("%q: got %v", refused, plain.header)
		}
		if plain.header.Get("ETag") == packed.header.Get("ETag") || plain.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%q: caches would mix them up: %v", refused, plain.header)
		}
	}
	if small := get(site, "/assets/es/es-c0ffee.svg", "Accept-Encoding: gzip"); small.header.Get("Content-Encoding") != "" {
		t.Error("a short file got longer")
	}
}

func TestWithoutABuildThePageTellsHowToGetIt(t *testing.T) {
	files := built()
	for name := range files {
		if name != "dist/.gitignore" && name != "placeholder.html" {
			delete(files, name)
		}
	}
	page := get(read(t, files), "/")
	if page.status != http.StatusOK || page.text != "run make web" {
		t.Errorf("got %d %q", page.status, page.text)
	}
	delete(files, "placeholder.html")
	if _, err := web.Read(files); err == nil || !strings.Contains(err.Error(), "placeholder.html") {
		t.Errorf("no file at all: %v", err)
	}
}

func TestTheProgramCarriesAPage(t *testing.T) {
	site, err := web.New()
	if err != nil {
		t.Fatal(err)
	}
	if got := get(site, "/").text; !strings.Contains(got, "<title>Tranca</title>") {
		t.Errorf("got %q", got)
	}
}

func TestBrowsersWantAPageAndProgramsDoNot(t *testing.T) {
	for accept, want := range map[string]bool{
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": true,
		"text/html":                             true,
		"application/json, text/html":           true,
		"Text/HTML ; q=0.5":                     true,
		"text/html;q=0.5, application/json":     false,
		"text/html;q=0":                         false,
		"application/json, text/plain, */*":     false,
		"*/*":                                   false,
		"":                                      false,
		"text/htmlx":                            false,
		"text/html;level=1;q=x":                 true,
		"application/json;q=0.2, text/html;q=1": true,
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Accept", accept)
		if got := web.Wanted(r); got != want {
			t.Errorf("%q: got %v, want %v", accept, got, want)
		}
	}
}
