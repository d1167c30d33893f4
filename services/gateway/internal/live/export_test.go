package live

// Seal and Open are what handlers do with cursors; seat -1 is everybody.
func (c Cursors) Seal(table string, seat int, version uint32) string {
	return c.seal(table, role(1+seat), version)
}

// Open reads a cursor.
func (c Cursors) Open(text, table string, seat int) (uint32, bool) {
	return c.open(text, table, role(1+seat))
}

// Event is how everybody's streams tell an update.
func (u *Update) Event() []byte { return u.event }
