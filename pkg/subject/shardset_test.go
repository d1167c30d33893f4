package subject_test

import (
	"strings"
	"testing"

	"tranca.example/pkg/subject"
)

func TestASetOfShardsIsReadAndWrittenShort(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "0": "0", "2-3": "2-3", "3, 0 ,1": "0-1,3", "1-3,2-4": "1-4", "7-7": "7", "998-999": "998-999",
	} {
		var s subject.ShardSet
		if err := s.Set(text); err != nil || s.String() != want {
			t.Errorf("%q: got %q, %v, want %q", text, s.String(), err, want)
		}
	}
	for _, text := range []string{",", "1,", "3-2", "-1", "1000", "01", "a", "1-2-3", "0-", "1 2"} {
		s := subject.ShardSet{5}
		err := s.Set(text)
		if err == nil || !strings.Contains(err.Error(), "want numbers from 0 to 999 and ranges of them, such as 0,2-3") {
			t.Errorf("%q: got %v", text, err)
		}
		if s.String() != "5" {
			t.Errorf("%q: a refused text changed the set to %s", text, &s)
		}
	}
}
