package wire

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

// Codec maps commits, states, requests and replies. It remembers rule sets, so
// that tables of one game share one. It is safe for concurrent use; share one.
type Codec struct {
	events   *registry[table.Event, *eventv1.Event]
	commands *registry[table.Command, *servicev1.Command]
	shows    map[reflect.Type]func(table.Event, *apiv1.PublicEvent)
	rules    ruleCache
	// eventsField is the number of the events in a commit.
	eventsField protowire.Number
}

// NewCodec makes a codec that remembers nothing yet.
func NewCodec() *Codec {
	return &Codec{
		events:   newRegistry(eventPairs()),
		commands: newRegistry(commandPairs()),
		shows:    showers(),
		rules: ruleCache{
			sets:  make(map[string]*domino.Rules),
			names: make(map[domino.Rules]*eventv1.RuleSet),
		},
		eventsField: (&eventv1.Commit{}).ProtoReflect().Descriptor().Fields().ByName("events").Number(),
	}
}

func marshal(m proto.Message) ([]byte, error) {
	return proto.MarshalOptions{Deterministic: true}.Marshal(m)
}

func unmarshal(what string, b []byte, m proto.Message) error {
	if err := proto.Unmarshal(b, m); err != nil {
		return &Malformed{Field: what, Err: err}
	}
	return nil
}

// maxRuleSets bounds the cache: whoever opens tables chooses the knobs.
const maxRuleSets = 1024

// ruleCache remembers rule sets by what names them and the reverse: making one
// goes through the whole table of knobs.
type ruleCache struct {
	mu    sync.RWMutex
	sets  map[string]*domino.Rules
	names map[domino.Rules]*eventv1.RuleSet
}

func ruleKey(m *eventv1.RuleSet) string {
	if len(m.GetKnobs()) == 0 {
		return m.GetPreset()
	}
	var b strings.Builder
	b.WriteString(m.GetPreset())
	for _, k := range slices.Sorted(maps.Keys(m.GetKnobs())) {
		b.WriteString("\x00" + k + "\x00" + m.GetKnobs()[k])
	}
	return b.String()
}

// set is the rule set that m names.
func (c *ruleCache) set(m *eventv1.RuleSet) (*domino.Rules, error) {
	key := ruleKey(m)
	c.mu.RLock()
	rules := c.sets[key]
	c.mu.RUnlock()
	if rules != nil {
		return rules, nil
	}
	rules, err := domino.NewRules(m.GetPreset(), m.GetKnobs())
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.sets) >= maxRuleSets {
		clear(c.sets)
	}
	c.sets[key] = rules
	return rules, nil
}

// name is the message that names rules; it is shared and never changed.
func (c *ruleCache) name(rules *domino.Rules) *eventv1.RuleSet {
	if rules == nil {
		return nil
	}
	c.mu.RLock()
	m := c.names[*rules]
	c.mu.RUnlock()
	if m != nil {
		return m
	}
	m = &eventv1.RuleSet{Preset: rules.Preset, Knobs: present(rules.Overrides())}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.names) >= maxRuleSets {
		clear(c.names)
	}
	c.names[*rules] = m
	return m
}
