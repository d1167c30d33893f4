package config

import (
	"fmt"
	"log/slog"
	"math"
	"strconv"
	"time"
)

const masked = "********"

// Secret is a text that is never printed. The zero value is no secret.
type Secret struct{ value string }

// NewSecret wraps a text.
func NewSecret(value string) Secret { return Secret{value} }

// Reveal returns the text, for the one place that needs it.
func (s Secret) Reveal() string { return s.value }

// String masks the text; an empty secret is "".
func (s Secret) String() string {
	if s.value == "" {
		return ""
	}
	return masked
}

// GoString masks the text in %#v.
func (s Secret) GoString() string { return s.String() }

// LogValue masks the text in logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText masks the text in JSON.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Set implements flag.Value.
func (s *Secret) Set(raw string) error {
	s.value = raw
	return nil
}

type text struct{ p *string }

// Set implements flag.Value.
func (v text) Set(raw string) error { *v.p = raw; return nil }

// String implements flag.Value.
func (v text) String() string {
	if v.p == nil {
		return ""
	}
	return *v.p
}

type duration struct{ p *time.Duration }

// Set implements flag.Value: a duration with its unit.
func (v duration) Set(raw string) error {
	d, err := time.ParseDuration(raw)
	if err != nil {
		return fmt.Errorf("%q: want a duration such as 30s or 5m", raw)
	}
	*v.p = d
	return nil
}

// String implements flag.Value.
func (v duration) String() string {
	if v.p == nil {
		return ""
	}
	return v.p.String()
}

type number struct{ p *int }

// Set implements flag.Value: a whole number.
func (v number) Set(raw string) error {
	n, err := strconv.Atoi(raw)
	if err != nil {
		return fmt.Errorf("%q: want a whole number", raw)
	}
	*v.p = n
	return nil
}

// String implements flag.Value.
func (v number) String() string {
	if v.p == nil {
		return ""
	}
	return strconv.Itoa(*v.p)
}

type fraction struct{ p *float64 }

// Set implements flag.Value: a number.
func (v fraction) Set(raw string) error {
	n, err := strconv.ParseFloat(raw, 64)
	if err != nil || math.IsNaN(n) {
		return fmt.Errorf("%q: want a number", raw)
	}
	*v.p = n
	return nil
}

// String implements flag.Value.
func (v fraction) String() string {
	if v.p == nil {
		return ""
	}
	return strconv.FormatFloat(*v.p, 'g', -1, 64)
}

type toggle struct{ p *bool }

// IsBoolFlag lets the flag stand without a value, which means true.
func (v toggle) IsBoolFlag() bool { return true }

// Set implements flag.Value: true or false.
func (v toggle) Set(raw string) error {
	b, err := strconv.ParseBool(raw)
	if err != nil {
		return fmt.Errorf("%q: want true or false", raw)
	}
	*v.p = b
	return nil
}

// String implements flag.Value.
func (v toggle) String() string {
	if v.p == nil {
		return ""
	}
	return strconv.FormatBool(*v.p)
}
