package natsboot

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
)

// serverLog passes the server's own lines on. Debug and trace lines, which
// could show messages, are dropped.
type serverLog struct {
	logger *slog.Logger
	failed func(text string) // told of the line after which a stream takes nothing more
}

// writeFailed is how the server says that a write to the disk has failed. It has
// no other sign for that, and it refuses all writes from then on.
const writeFailed = "critical write error"

// plainPasswords warns of passwords in a file. Ours are drawn at the start and
// never leave the process.
const plainPasswords = "Plaintext passwords detected, use nkeys or bcrypt"

// staleSchedules is how the server says, after a death without warning, that it
// reads the schedules of a stream from the stream itself. Nothing is lost.
const staleSchedules = "Message scheduling state is outdated"

// Noticef logs what is normal for a server, for debugging.
func (l *serverLog) Noticef(format string, v ...any) { l.log(slog.LevelDebug, format, v) }

// Warnf logs a warning, unless it only sounds like one.
func (l *serverLog) Warnf(format string, v ...any) {
	switch {
	case format == plainPasswords:
	case strings.Contains(format, staleSchedules):
		l.log(slog.LevelDebug, format, v)
	default:
		l.log(slog.LevelWarn, format, v)
	}
}

// Errorf logs an error.
func (l *serverLog) Errorf(format string, v ...any) { l.log(slog.LevelError, format, v) }

// Fatalf logs an error; whether to stop is decided elsewhere.
func (l *serverLog) Fatalf(format string, v ...any) { l.log(slog.LevelError, format, v) }

// Debugf drops the line.
func (l *serverLog) Debugf(string, ...any) {}

// Tracef drops the line.
func (l *serverLog) Tracef(string, ...any) {}

func (l *serverLog) log(level slog.Level, format string, v []any) {
	text := fmt.Sprintf(format, v...)
	l.logger.Log(context.Background(), level, "NATS server", "text", text)
	if level == slog.LevelError && strings.Contains(strings.ToLower(text), writeFailed) {
		l.failed(text)
	}
}
