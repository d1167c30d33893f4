package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// Where things lie in a build. A name in the folder of assets carries a hash of
// its content.
const (
	pageName    = "dist/index.html"
	assetFolder = "dist/assets"
	placeholder = "placeholder.html"
)

// How long browsers may keep what they got.
const (
	forGood = "public, max-age=31536000, immutable"
	asked   = "no-cache" // they may keep it, but ask each time whether it still holds
)

// policy lets the page load its own files and talk to its own origin, and
// nothing else.
const policy = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

// Site is what was built: a page and its assets, ready to be served.
type Site struct {
	page   *file
	assets map[string]*file // by their name below /assets/
}

// New reads the build that this program carries.
func New() (*Site, error) { return Read(dist) }

// Read reads a build from files: dist/index.html and dist/assets, or, where they
// are missing, placeholder.html. The error names the file that could not be read.
func Read(files fs.FS) (*Site, error) {
	s := &Site{assets: map[string]*file{}}
	name := pageName
	if _, err := fs.Stat(files, name); err != nil {
		name = placeholder
	}
	var err error
	if s.page, err = read(files, name, asked); err != nil {
		return nil, err
	}
	return s, s.readAssets(files)
}

func (s *Site) readAssets(files fs.FS) error {
	if _, err := fs.Stat(files, assetFolder); err != nil {
		return nil //nolint:nilerr // no folder, no assets
	}
	return fs.WalkDir(files, assetFolder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		f, err := read(files, name, forGood)
		s.assets[strings.TrimPrefix(name, assetFolder+"/")] = f
		return err
	})
}

// ServePage answers with the page.
func (s *Site) ServePage(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	s.page.serve(w, r)
}

// ServeAsset answers with an asset, whose name is the rest of the path after
// /assets/; it tells whether there is one and else writes nothing.
func (s *Site) ServeAsset(w http.ResponseWriter, r *http.Request) bool {
	f, found := s.assets[strings.TrimPrefix(r.URL.Path, "/assets/")]
	if found {
		f.serve(w, r)
	}
	return found
}

// file is one file as it is sent.
type file struct {
	kind, cache, tag string
	plain, packed    []byte // packed is the same in gzip; empty where that saves nothing
}

func read(files fs.FS, name, cache string) (*file, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("read the web table: %w", err)
	}
	sum := sha256.Sum256(text)
	return &file{
		kind: kind(name), cache: cache, tag: base64.RawURLEncoding.EncodeToString(sum[:12]),
		plain: text, packed: pack(text),
	}, nil
}

// kind does not ask the machine for types that every browser needs to be told
// right.
func kind(name string) string {
	switch ext := path.Ext(name); ext {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".woff2":
		return "font/woff2"
	default:
		if known := mime.TypeByExtension(ext); known != "" {
			return known
		}
		return "application/octet-stream"
	}
}

func pack(text []byte) []byte {
	var b bytes.Buffer
	out := gzip.NewWriter(&b)
	_, _ = out.Write(text) // a buffer takes all
	_ = out.Close()
	if b.Len() >= len(text) {
		return nil
	}
	return b.Bytes()
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", f.cache)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Add("Vary", "Accept-Encoding")
	text, tag := f.plain, f.tag
	if f.packed != nil && accepts(r.Header.Get("Accept-Encoding"), "gzip") > 0 {
		text, tag = f.packed, f.tag+"-gzip"
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}
