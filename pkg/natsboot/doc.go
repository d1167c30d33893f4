// Package natsboot brings up NATS: an embedded server or a connection to one
// elsewhere, the users with just their rights, and the streams.
//
// It owns every permission and every stream setting. It never grants the right
// to delete or purge a stream, save to the one user of a server that restores a
// stream from an archive and that nothing else can reach. It never names a stream
// by a wildcard (some requests take their stream from the payload or the subject,
// and a wildcard there opens the secrets), and never changes a stream that
// exists: a difference is an error for a human.
package natsboot
