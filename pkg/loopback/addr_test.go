package loopback_test

import (
	"net"
	"testing"

	"tranca.example/pkg/loopback"
)

func TestAnAddressIsHandedOutOnce(t *testing.T) {
	seen := map[string]bool{}
	for range 500 {
		addr := loopback.Addr(t)
		if seen[addr] {
			t.Fatalf("%s was handed out twice", addr)
		}
		seen[addr] = true
	}
}

func TestAnAddressIsFree(t *testing.T) {
	addr := loopback.Addr(t)
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}
