package keyfile_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tranca.example/services/tranca/internal/keyfile"
)

func source(b byte) *bytes.Reader { return bytes.NewReader(bytes.Repeat([]byte{b}, 64)) }

func TestASecretIsDrawnOnceAndKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "token.key")
	first, err := keyfile.Secret(path, 32, source(1))
	if err != nil {
		t.Fatal(err)
	}
	again, err := keyfile.Secret(path, 32, source(2))
	if err != nil || !bytes.Equal(first, again) || len(first) != 32 || first[0] != 1 {
		t.Errorf("got %x, then %x, %v", first, again, err)
	}
}

func TestOnlyTheOwnerMayReadASecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token.key")
	if _, err := keyfile.Secret(path, 32, source(1)); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v", info.Mode(), err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".draft-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestADamagedSecretIsRefusedAndNotRepeated(t *testing.T) {
	for name, text := range map[string]string{
		"short": "beef\n", "not hexadecimal": strings.Repeat("hunter2!", 8) + "\n", "empty": "",
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, text)
			_, err := keyfile.Secret(path, 32, source(1))
			if err == nil || !strings.Contains(err.Error(), "want 64 hexadecimal digits") {
				t.Fatalf("got %v", err)
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the error repeats the secret: %v", err)
			}
		})
	}
}

func TestASecretNeedsRandomness(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token.key")
	if _, err := keyfile.Secret(path, 32, bytes.NewReader(nil)); err == nil {
		t.Error("got no error")
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("a file was made: %v", err)
	}
}

func TestPasswordsAreReadAsTheyWereWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "passwords.json")
	want := keyfile.Passwords{"lobby": "a", "boot": "b"}
	if err := keyfile.CreatePasswords(path, want); err != nil {
		t.Fatal(err)
	}
	got, err := keyfile.ReadPasswords(path)
	if err != nil || len(got) != 2 || got["lobby"] != "a" || got["boot"] != "b" {
		t.Errorf("got %v, %v", got, err)
	}
	if c := got.Credentials(); c["boot"].Password != "b" || c["boot"].NKey != "" {
		t.Errorf("got %v", c)
	}
	if err := keyfile.CreatePasswords(path, want); err == nil {
		t.Error("an existing file was replaced")
	}
}

func TestBadPasswordFilesAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no JSON":            {`hunter2`, `want one JSON object {"user": "password", ...}`},
		"a number":           {`{"lobby": 7}`, `want one JSON object {"user": "password", ...}`},
		"an unknown user":    {`{"lobbi": "x"}`, `user "lobbi" is unknown; there are boot, observer, doctor, dlq, lobby`},
		"an empty password":  {`{"lobby": ""}`, `the password of lobby is empty`},
		"an array of things": {`[]`, `want one JSON object`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := keyfile.ReadPasswords(write(t, c.text))
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
	if _, err := keyfile.ReadPasswords(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestAFileWithoutAUserThatIsNeededNamesItAndThoseThatAreThere(t *testing.T) {
	path := write(t, `{"lobby": "hunter2", "boot": "hunter3"}`)
	if _, err := keyfile.ReadPasswords(path, "boot", "lobby"); err != nil {
		t.Errorf("both are there: got %v", err)
	}
	_, err := keyfile.ReadPasswords(path, "observer", "boot", "dlq")
	want := "passwords " + path + ": want the password of observer, dlq; it has only those of boot, lobby"
	if missing, ok := errors.AsType[*keyfile.MissingError](err); !ok || missing.Path != path || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	path = write(t, `{}`)
	want = "passwords " + path + ": want the password of dlq; it has nobody's"
	if _, err := keyfile.ReadPasswords(path, "dlq"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestTheFormOfASecretIsHexadecimal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "observer.key")
	if _, err := keyfile.Secret(path, 4, source(7)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if want := hex.EncodeToString([]byte{7, 7, 7, 7}) + "\n"; err != nil || string(text) != want {
		t.Errorf("got %q, %v", text, err)
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
