package web

import (
	"net/http"
	"strconv"
	"strings"
)

// Wanted tells whether whoever asks wants a page: a browser names HTML among
// what it takes, a program takes anything or JSON.
func Wanted(r *http.Request) bool {
	list := strings.Join(r.Header.Values("Accept"), ",")
	html := accepts(list, "text/html")
	return html > 0 && html >= accepts(list, "application/json")
}

// accepts is the weight, 0 to 1, that a list such as "a;q=0.5, b" gives to what
// it names in so many words; 0 where it does not.
func accepts(list, name string) float64 {
	for entry := range strings.SplitSeq(list, ",") {
		said, parameters, _ := strings.Cut(entry, ";")
		if strings.EqualFold(strings.TrimSpace(said), name) {
			return weight(parameters)
		}
	}
	return 0
}

// weight is the q among parameters; 1 where there is none that can be read.
func weight(parameters string) float64 {
	for p := range strings.SplitSeq(parameters, ";") {
		key, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if !strings.EqualFold(key, "q") {
			continue
		}
		if q, err := strconv.ParseFloat(value, 64); err == nil {
			return q
		}
	}
	return 1
}
