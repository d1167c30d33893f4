package jetstream

// Acked reads an ack.
func Acked(data []byte) (uint64, error) { return acked(data) }
