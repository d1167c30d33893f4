// Package archive keeps the messages of game streams in files, so that streams
// may forget them.
//
// It owns the format of the files, the manifests, and what a valid archive is.
// A message is kept exactly as it was stored: sequence, time, subject, the bytes
// of its header and of its body. An archive of a shard is one range of sequences
// without a gap; it grows at its end only, and no file in it is ever changed,
// replaced or deleted.
//
// It knows no NATS (package gamestream does), never asks for the time, and never
// looks into a message itself: whoever verifies brings the function that reads a
// commit.
//
// # A directory
//
//	GAME_0.jsonl                      the manifest of shard 0
//	GAME_0-00000000000000000001.zst   its first file, named by its first sequence
//	GAME_0-00000000000000250001.zst   the next one
//	GAME_0-….zst.part-…               what a writer that died has left
//
// # A file
//
// One zstd stream (RFC 8878) with its checksum; 'zstd -dc' opens it. Inside,
// numbers are big endian:
//
//	8 bytes   "TRANCA" 0x00 0x01: the last byte is the version of the format
//	then for each message, in rising sequence without a gap:
//	4 bytes   n, the length of the rest of the entry, 22 or more
//	8 bytes   sequence
//	8 bytes   when it was stored, in nanoseconds since 1970 UTC, signed
//	2 bytes   s, the length of the subject
//	4 bytes   h, the length of the header, 0 for none
//	s bytes   subject
//	h bytes   header as it was stored: "NATS/1.0", lines, an empty line
//	the rest  body
//	then once:
//	4 bytes   0
//	8 bytes   the number of messages
//
// Nothing follows. The end tells a whole file from one that was cut at a lucky
// place.
//
// # A manifest
//
// One line of JSON a file, in order, each ending in a newline; see Entry. Every
// line holds the SHA-256 of its file and, as "previous", that of the line before
// it without its newline (64 zeros for the first). So one hash, the tip, which is
// that of the last line, stands for the whole archive of the shard: whoever keeps
// a copy of the tip elsewhere can prove later that nothing was changed. All of a
// line can be computed from the file and the line before; there is no room for a
// claim that nobody can check.
//
// # How a file gets in
//
// It is written under another name, synced, read back and checked, and linked to
// its real name, which fails when that is taken. Then the manifest is written
// anew beside the old one, synced and renamed. A death in between leaves a part,
// which the next writer removes, or a whole file that no manifest names, which
// the next writer reads, checks and takes in. A lost manifest comes back the same
// way.
package archive
