package subject

import (
	"fmt"
	"slices"
	"strings"
)

// ShardSet is a list of shards that rises, as it stands in a setting: single
// shards and ranges, separated by commas. It is a flag.Value; nil is no shard.
type ShardSet []Shard

// String is the shortest text that Set takes.
func (s *ShardSet) String() string {
	var parts []string
	for i := 0; i < len(*s); {
		last := i
		for last+1 < len(*s) && (*s)[last+1] == (*s)[last]+1 {
			last++
		}
		part := (*s)[i].String()
		if last > i {
			part += "-" + (*s)[last].String()
		}
		parts, i = append(parts, part), last+1
	}
	return strings.Join(parts, ",")
}

// Set reads a text such as 0,2-3; an empty one is no shard.
func (s *ShardSet) Set(text string) error {
	var all ShardSet
	for part := range strings.SplitSeq(text, ",") {
		if text == "" {
			break
		}
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			last = first
		}
		from, err := ParseShard(first)
		if err != nil {
			return wantShards(text)
		}
		to, err := ParseShard(last)
		if err != nil || to < from {
			return wantShards(text)
		}
		for n := from; n <= to; n++ {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	*s = slices.Compact(all)
	return nil
}

func wantShards(text string) error {
	return fmt.Errorf("shards %q: want numbers from 0 to %d and ranges of them, such as 0,2-3", shorten(text), MaxShard)
}
