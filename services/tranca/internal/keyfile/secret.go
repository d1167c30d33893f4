package keyfile

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Secret returns the secret of size bytes that is kept in the file, and draws
// it when there is no file yet. Of two processes that draw one at the same time
// both get the one that was kept.
func Secret(path string, size int, random io.Reader) ([]byte, error) {
	secret, err := read(path, size)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	drawn := make([]byte, size)
	if _, err := io.ReadFull(random, drawn); err != nil {
		return nil, fmt.Errorf("draw the secret of %s: %w", path, err)
	}
	text := append(hex.AppendEncode(nil, drawn), '\n')
	if err := create(path, text); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return read(path, size)
}

func read(path string, size int) ([]byte, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read secret: %w", err)
	}
	secret, err := hex.DecodeString(string(bytes.TrimSpace(text)))
	if err != nil || len(secret) != size {
		return nil, fmt.Errorf("secret %s: want %d hexadecimal digits", path, 2*size) // the cause may repeat it
	}
	return secret, nil
}

// create writes a file that is either whole or not there, and never replaces
// one: the name is given to it when it is complete.
func create(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("keep secret: %w", err)
	}
	draft, err := os.CreateTemp(filepath.Dir(path), ".draft-*") // mode 0600
	if err != nil {
		return fmt.Errorf("keep secret: %w", err)
	}
	defer os.Remove(draft.Name()) //nolint:errcheck // a leftover draft harms nobody
	_, err = draft.Write(text)
	if err == nil {
		err = draft.Sync()
	}
	if err = errors.Join(err, draft.Close()); err == nil {
		err = os.Link(draft.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("keep secret: %w", err)
	}
	return nil
}
