package doctor

import (
	"context"

	"tranca.example/pkg/deadletter"
)

// maxLetters is how many of the dead letters that wait are read.
const maxLetters = 20

// letters looks at the dead letters; a stream that is missing is told elsewhere.
func (l *looker) letters(ctx context.Context) (out Letters) {
	if l.js == nil {
		return out
	}
	box, err := deadletter.Open(l.Conn, askLimit)
	if err != nil {
		return Letters{Error: err.Error()}
	}
	all, err := box.All(ctx)
	if err != nil {
		return Letters{Error: err.Error()}
	}
	waiting, err := box.Waiting(ctx)
	if err != nil {
		return Letters{Error: err.Error()}
	}
	out.Kept, out.Waiting = len(all), len(waiting)
	for _, id := range waiting[:min(len(waiting), maxLetters)] {
		letter, err := box.Get(ctx, id)
		if err != nil {
			out.Error = err.Error()
			break
		}
		out.First = append(out.First, Letter{ID: id, Kind: letter.Kind, Reason: letter.Reason})
	}
	return out
}
