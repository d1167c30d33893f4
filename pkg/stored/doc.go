// Package stored reads single messages of a stream from the stream's leader.
//
// It owns that request and its answer: a direct get may answer from the past,
// and the client library turns to direct gets by itself on a stream that allows
// them. The header of a message is the bytes that were stored, because the
// client library writes headers in any order.
//
// It never looks into a message and never asks twice.
package stored
