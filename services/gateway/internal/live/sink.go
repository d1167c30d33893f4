package live

import (
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// item is one thing that a stream tells: one of its parts is set.
type item struct {
	cursor string // where to go on behind it; "": as before, of an update its own
	table  *apiv1.Table
	update *Update
	seat   *apiv1.Seat
	lobby  *news
	said   *said
	end    *apiv1.TopicEnd
	alive  bool   // nothing happened
	bye    string // why there is no more for now: the client comes back with its cursor
}

// sink takes what a stream tells, in the form of the client's protocol.
type sink interface {
	// tell takes one item, which is on its way after flush. After an error it takes
	// nothing more.
	tell(i item)
	// flush sends what was told.
	flush()
	// failed is why nothing more can be told, if so.
	failed() error
}

// Why a stream has no more for now.
const (
	byeBack = "come back"
	byeSlow = "too slow"
)

// goodbye is why there is nothing more for now.
func goodbye(slow bool) string {
	if slow {
		return byeSlow
	}
	return byeBack
}
