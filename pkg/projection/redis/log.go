package redis

import (
	"context"
	"fmt"
	"log/slog"

	goredis "github.com/redis/go-redis/v9"
)

// LogTo sends what the client library has to say to a log; it writes plain text
// to stderr otherwise. It has one log for the whole process.
func LogTo(l *slog.Logger) { goredis.SetLogger(clientLog{l}) }

type clientLog struct{ to *slog.Logger }

// Printf logs for debugging: whatever fails is told by the operation itself.
func (c clientLog) Printf(ctx context.Context, format string, v ...any) {
	c.to.DebugContext(ctx, "redis client", "detail", fmt.Sprintf(format, v...))
}
