package wire

import (
	"bytes"
	"cmp"
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
	drafts   sync.Pool // of *message, so that the next one finds its memory
	// eventsField and stateField are the numbers of the events and the state in a
	// commit.
	eventsField, stateField protowire.Number
	moves                   map[protowire.Number]bool // kinds of events that are facts about the round
}

// NewCodec makes a codec that remembers nothing yet.
func NewCodec() *Codec {
	commit := (&eventv1.Commit{}).ProtoReflect().Descriptor().Fields()
	return &Codec{
		events:   newRegistry(eventPairs()),
		commands: newRegistry(commandPairs()),
		shows:    showers(),
		rules: ruleCache{
			sets:  make(map[string]*domino.Rules),
			names: make(map[domino.Rules]*eventv1.RuleSet),
			spelt: make(map[*domino.Rules][]byte),
		},
		moves:       moveNumbers(eventPairs()),
		eventsField: commit.ByName("events").Number(),
		stateField:  commit.ByName("state").Number(),
	}
}

// written is the message that write makes, in bytes of its own.
func (c *Codec) written(write func(*message) error) ([]byte, error) {
	m, _ := c.drafts.Get().(*message)
	if m == nil {
		m = &message{}
	}
	defer c.drafts.Put(m)
	m.b, m.err = m.b[:0], nil
	if err := cmp.Or(write(m), m.err); err != nil {
		return nil, err
	}
	return bytes.Clone(m.b), nil
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
	spelt map[*domino.Rules][]byte
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

// spelled is the RuleSet that names rules, in bytes that are shared and never
// changed.
func (c *ruleCache) spelled(rules *domino.Rules) []byte {
	c.mu.RLock()
	b := c.spelt[rules]
	c.mu.RUnlock()
	if b != nil {
		return b
	}
	b, err := marshal(c.name(rules))
	if err != nil {
		return nil // no name of ours is without UTF-8
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.spelt) >= maxRuleSets {
		clear(c.spelt)
	}
	c.spelt[rules] = b
	return b
}
