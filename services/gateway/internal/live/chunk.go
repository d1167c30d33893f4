package live

import "strconv"

// chunkHead is the room for what stands before a chunk of HTTP/1.1: its length in
// hexadecimal digits and the end of a line.
const chunkHead = 8 + 2

// lastChunk ends an answer in chunks.
const lastChunk = "0\r\n\r\n"

// chunk makes one of b, in its place: the text stands behind chunkHead bytes.
func chunk(b []byte) []byte {
	head := strconv.AppendInt(make([]byte, 0, chunkHead), int64(len(b)-chunkHead), 16)
	head = append(head, "\r\n"...)
	from := chunkHead - len(head)
	copy(b[from:], head)
	return append(b, "\r\n"...)[from:]
}

// chunkOf makes a chunk of a text.
func chunkOf(text []byte) []byte {
	return chunk(append(make([]byte, chunkHead, chunkHead+len(text)+2), text...))
}
