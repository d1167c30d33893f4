package redis_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/contract"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
)

func open(t *testing.T, client goredis.UniversalClient) *redis.Store {
	t.Helper()
	s, err := redis.New(client, "tables")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheRedisStoreKeepsTheContract(t *testing.T) {
	client := redisproc.Start(t)
	contract.Run(t, func(t *testing.T) contract.Store {
		if err := client.FlushAll(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		return open(t, client)
	})
}

func TestAllKeysOfAShardAreInOneHashSlot(t *testing.T) {
	client := redisproc.Start(t)
	s := open(t, client)
	change := projection.Change{Key: "a", Value: []byte("1"), Lists: map[string]string{"open": "1"}}
	if err := s.Apply(t.Context(), 7, 0, 1, []projection.Change{change}); err != nil {
		t.Fatal(err)
	}
	keys, err := client.Keys(t.Context(), "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(keys)
	want := []string{"{tranca:tables:7}:checkpoint", "{tranca:tables:7}:lists", "{tranca:tables:7}:places", "{tranca:tables:7}:rows"}
	if !slices.Equal(keys, want) {
		t.Errorf("got keys %v, want %v", keys, want)
	}
}

func TestScriptsAreLoadedAgainWhenRedisForgotThem(t *testing.T) {
	client := redisproc.Start(t)
	s := open(t, client)
	for seq := range uint64(2) {
		if err := client.ScriptFlush(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
		if err := s.Apply(t.Context(), 0, seq, seq+1, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := s.List(t.Context(), 0, "open", "", 1); err != nil {
			t.Fatal(err)
		}
	}
}

func TestADeadServerIsAnErrorThatIsNoGap(t *testing.T) {
	client := redisproc.Start(t)
	impatient := goredis.NewClient(&goredis.Options{Addr: client.Options().Addr, MaxRetries: -1, DialerRetries: 1})
	defer impatient.Close()
	s := open(t, impatient)
	_ = client.ShutdownNoSave(t.Context()).Err() // the answer is the end of the connection
	err := s.Apply(t.Context(), 0, 0, 1, nil)
	if err == nil || errors.Is(err, projection.ErrGap) || !strings.Contains(err.Error(), "apply tables, shard 0") {
		t.Errorf("got %v", err)
	}
}

func TestAProjectionsNameIsOneToken(t *testing.T) {
	if _, err := redis.New(nil, "a}b"); err == nil {
		t.Error("got no complaint")
	}
}
