package memory_test

import (
	"testing"

	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/contract"
	"tranca.example/pkg/projection/memory"
)

func TestTheMemoryStoreKeepsTheContract(t *testing.T) {
	contract.Run(t, func(*testing.T) contract.Store { return memory.New() })
}

func TestTheStoreKeepsItsOwnCopyOfAValue(t *testing.T) {
	s := memory.New()
	value := []byte("a")
	if err := s.Apply(t.Context(), 0, 0, 1, []projection.Change{{Key: "k", Value: value}}); err != nil {
		t.Fatal(err)
	}
	value[0] = 'b'
	if got, err := s.Get(t.Context(), 0, "k"); err != nil || string(got) != "a" {
		t.Errorf("got %q, %v", got, err)
	}
}
