package natsboot

import (
	"fmt"
	"os"
	"path/filepath"
)

// LockedError says that another process uses the data directory.
type LockedError struct {
	Dir string
	Err error
}

// Error names the directory and the cause.
func (e *LockedError) Error() string {
	return fmt.Sprintf("data directory %s is in use by another process: %v", e.Dir, e.Err)
}

// Unwrap returns the cause.
func (e *LockedError) Unwrap() error { return e.Err }

// lockDir makes the directory and holds it until the file is closed or the
// process dies.
func lockDir(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("NATS server: data directory: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("NATS server: lock: %w", err)
	}
	if err := tryLock(file); err != nil {
		_ = file.Close()
		return nil, &LockedError{Dir: dir, Err: err}
	}
	return file, nil
}
