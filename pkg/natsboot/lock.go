package natsboot

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// LockedError says that another process uses the data directory.
type LockedError struct {
	Dir string
	Err error
}

// Error names the directory. How the system words the cause helps nobody.
func (e *LockedError) Error() string {
	return fmt.Sprintf("data directory %s is in use by another process", e.Dir)
}

// Unwrap returns the cause.
func (e *LockedError) Unwrap() error { return e.Err }

// DirError says that a data directory cannot be made or used.
type DirError struct {
	Dir string
	Err error
}

// Error names the directory and the cause.
func (e *DirError) Error() string { return fmt.Sprintf("data directory %s: %v", e.Dir, e.Err) }

// Unwrap returns the cause.
func (e *DirError) Unwrap() error { return e.Err }

// lockDir makes the directory and holds it until the file is closed or the
// process dies.
func lockDir(dir string) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, &DirError{Dir: dir, Err: err}
	}
	file, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, &DirError{Dir: dir, Err: err}
	}
	err = tryLock(file)
	if err == nil {
		return file, nil
	}
	_ = file.Close()
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, &LockedError{Dir: dir, Err: err}
	}
	return nil, &DirError{Dir: dir, Err: err}
}
