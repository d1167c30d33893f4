package redis_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/contract"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/subject"
)

func openURL(t *testing.T, url string) (goredis.UniversalClient, *redis.Store) {
	t.Helper()
	u, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	client := u.Client()
	t.Cleanup(func() { _ = client.Close() })
	return client, open(t, client)
}

func TestTheStoreOfAClusterKeepsTheContract(t *testing.T) {
	url, nodes := redisproc.StartCluster(t)
	_, s := openURL(t, url)
	contract.Run(t, func(t *testing.T) contract.Store {
		for _, n := range nodes {
			if err := n.Client().FlushAll(t.Context()).Err(); err != nil {
				t.Fatal(err)
			}
		}
		return s
	})
}

func TestShardsOfAClusterLieOnDifferentNodes(t *testing.T) {
	url, nodes := redisproc.StartCluster(t)
	_, s := openURL(t, url)
	const shards = 20
	for shard := range uint16(shards) {
		apply(t, s, shard, 0, 1)
	}
	var total int64
	for _, n := range nodes {
		size, err := n.Client().DBSize(t.Context()).Result()
		if err != nil || size == 0 {
			t.Errorf("a node holds %d keys, %v: want some on each", size, err)
		}
		total += size
	}
	if total != shards*2 { // checkpoint and rows of each
		t.Errorf("the nodes hold %d keys, want %d", total, shards*2)
	}
}

func TestTheStoreBehindASentinelFollowsItToTheNextServer(t *testing.T) {
	three := redisproc.StartSentinel(t)
	client, s := openURL(t, three.URL)
	apply(t, s, 0, 0, 1)
	if err := client.Do(t.Context(), "WAIT", "1", "10000").Err(); err != nil { // the replica has it too
		t.Fatal(err)
	}
	three.Server.Kill()
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if err = s.Apply(t.Context(), 0, 1, 2, nil); err == nil {
			break
		}
		if errors.Is(err, projection.ErrGap) {
			t.Fatal(err)
		}
	}
	if err != nil {
		t.Fatalf("no batch was taken after the server was killed: %v", err)
	}
	if have, err := open(t, three.Replica.Client()).Checkpoint(t.Context(), 0); err != nil || have != 2 {
		t.Errorf("the replica is at %d, %v: want 2", have, err)
	}
}

func apply(t *testing.T, s *redis.Store, shard uint16, from, to uint64) {
	t.Helper()
	if err := s.Apply(t.Context(), subject.Shard(shard), from, to, []projection.Change{{Key: "a", Value: []byte("1")}}); err != nil {
		t.Fatal(err)
	}
}

func TestAURLThatNamesNoRedisIsRefusedWithoutRepeatingIt(t *testing.T) {
	for _, url := range []string{
		"", "redis", "http://u:hunter2@r", "redis://:hunter2@r/db", "redis+sentinel://:hunter2@r:1", "redis+sentinel://:hunter2@r:1/db?master_name=m",
		"redis+cluster://:hunter2@r:1/1", "redis+cluster://:hunter2@r:1?addr=nowhere", "redis+ring://:hunter2@r:1", "unix+cluster://:hunter2@/x", "redis://:hunter2%zz@r",
	} {
		if _, err := redis.ParseURL(url); !errors.Is(err, redis.ErrURL) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: got %v", url, err)
		}
	}
}

func TestAURLSaysWhatIsConnectedTo(t *testing.T) {
	for url, want := range map[string]struct{ client, address string }{
		"redis://u:p@127.0.0.1:1/2": {"*redis.Client", "127.0.0.1:1"},
		"rediss://127.0.0.1:1":      {"*redis.Client", "127.0.0.1:1"},
		"unix:///nowhere?db=1":      {"*redis.Client", "/nowhere"},
		"rediss+sentinel://u:p@a:1/2?master_name=m&addr=b:2&username=x&password=y": {"*redis.Client", "m of a:1, b:2"},
		"rediss+cluster://u:p@a:1?addr=b:2&read_timeout=1s":                        {"*redis.ClusterClient", "a:1, b:2"},
	} {
		u, err := redis.ParseURL(url)
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		for _, client := range []goredis.UniversalClient{u.Client(), u.Probe(time.Second)} {
			if got := fmt.Sprintf("%T", client); got != want.client || u.Address() != want.address {
				t.Errorf("%s: got %s at %s, want %v", url, got, u.Address(), want)
			}
			_ = client.Close()
		}
	}
}

func TestAProbeOfEachKindTellsWhetherRedisAnswers(t *testing.T) {
	server, three := redisproc.StartServer(t), redisproc.StartSentinel(t)
	cluster, nodes := redisproc.StartCluster(t)
	for url, kill := range map[string]func(){
		server.URL(): server.Kill,
		three.URL:    func() { three.Server.Kill(); three.Replica.Kill() },
		cluster: func() {
			for _, n := range nodes {
				n.Kill()
			}
		},
	} {
		u, err := redis.ParseURL(url)
		if err != nil {
			t.Fatal(err)
		}
		probe := u.Probe(5 * time.Second)
		if err := probe.Ping(t.Context()).Err(); err != nil {
			t.Errorf("%s: %v", u.Address(), err)
		}
		kill()
		if err := probe.Ping(t.Context()).Err(); err == nil {
			t.Errorf("%s answers after it was killed", u.Address())
		}
		_ = probe.Close()
	}
}
