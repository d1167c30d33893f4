package replica

import (
	"context"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/tablehost"
)

// telling is a log that tells of what was appended to it.
type telling struct {
	tablehost.Log
	appended func(c eventlog.Commit)
}

// told is log itself where nobody is told.
func told(log tablehost.Log, appended func(c eventlog.Commit)) tablehost.Log {
	if appended == nil {
		return log
	}
	return telling{log, appended}
}

// Append implements eventlog.Appender.
func (l telling) Append(ctx context.Context, c eventlog.Commit, expect uint64) (uint64, error) {
	seq, err := l.Log.Append(ctx, c, expect)
	if err == nil {
		c.Seq, c.PrevSeq = seq, expect
		l.appended(c)
	}
	return seq, err
}
