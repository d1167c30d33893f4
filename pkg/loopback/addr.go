package loopback

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// Ports that are handed out. Systems give none of them to clients by themselves,
// so that a server that is started again finds nobody on its own.
const (
	first = 10_000
	count = 20_000
)

// Addr is a free address, such as 127.0.0.1:12345, that is the test's own until
// its end.
func Addr(tb testing.TB) string {
	tb.Helper()
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("tranca-ports-%d", os.Getuid()))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		tb.Fatal(err)
	}
	for tb.Context().Err() == nil {
		port := strconv.Itoa(first + rand.IntN(count)) //nolint:gosec,forbidigo // no secret; tests run beside each other
		if addr := net.JoinHostPort("127.0.0.1", port); reserve(tb, filepath.Join(dir, port)) && free(tb, addr) {
			return addr
		}
	}
	tb.Fatalf("find a free port: %v", tb.Context().Err())
	return ""
}

// reserve locks the port's file until the test ends or its process dies; false when
// it is another test's.
func reserve(tb testing.TB, name string) bool {
	tb.Helper()
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		tb.Fatal(err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return false
	}
	tb.Cleanup(func() { _ = file.Close() })
	return true
}

// free tells whether nobody listens at the address.
func free(tb testing.TB, addr string) bool {
	tb.Helper()
	l, err := (&net.ListenConfig{}).Listen(tb.Context(), "tcp", addr)
	return err == nil && l.Close() == nil
}
