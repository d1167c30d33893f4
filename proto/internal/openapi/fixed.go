package openapi

// failures are the shapes of refusals, which the protocol fixes.
func failures(all schemas) {
	all["Error"] = &Schema{
		Type: "object", Description: "A refusal. Nothing was done, unless code is unavailable or deadline_exceeded: then send the command again with the same id.",
		Required: []string{"code"},
		Properties: map[string]*Schema{
			"code": {Type: "string", Description: "What kind of refusal it is.", Enum: []string{
				"canceled", "unknown", "invalid_argument", "deadline_exceeded", "not_found", "already_exists", "permission_denied",
				"resource_exhausted", "failed_precondition", "aborted", "out_of_range", "unimplemented", "internal", "unavailable",
				"data_loss", "unauthenticated",
			}},
			"message": {Type: "string", Description: "Why, in English, for people."},
			"details": {Type: "array", Items: ref("ErrorDetail"), Description: "One Rejection."},
		},
	}
	all["ErrorDetail"] = &Schema{
		Type: "object", Description: "More about a refusal.", Required: []string{"type", "value"},
		Properties: map[string]*Schema{
			"type":  {Type: "string", Description: "Name of a message: tranca.api.v1.Rejection; of other types there may be some to skip."},
			"value": {Type: "string", Description: "The message in protobuf, in base64 without padding."},
			"debug": ref("Rejection"),
		},
	}
}

// live adds the paths of live streams.
func (d *Document) live() {
	d.Tags = append(d.Tags, tag{Name: "Live", Description: "Streams of server-sent events."})
	text := &Schema{Type: "string"}
	lastID := parameter{Name: "Last-Event-ID", In: "header", Description: "Where to go on.", Schema: text}
	mute := parameter{Name: "mute", In: "query", Description: "Seats whose words are not to be told.", Schema: &Schema{Type: "array", Items: whole(0, 9)}}
	emotes := parameter{Name: "emotes", In: "query", Description: "Whether words are told at all.", Schema: &Schema{Type: "string", Enum: []string{"on", "off"}}}
	d.Paths["/v1/tables/{id}/live"] = stream("Live",
		"Streams a table as server-sent events, and with a seat's token that seat's hand too.",
		"The short form of /v1/stream for one table.",
		parameter{Name: "id", In: "path", Required: true, Description: "Id of the table.", Schema: text}, mute, emotes, lastID)
	d.Paths["/v1/stream"] = stream("Stream",
		"Streams tables and the list of tables as server-sent events, and with a seat's token that seat's hand too.",
		"Events are table (a Table), update (a LiveUpdate), seat (a Seat), emote (a LiveEmote), lobby (a LobbyUpdate) and end; each names its table. "+
			"At most 16 topics. A token must be for a table that is a topic, and a seat has one stream: an older one is told taken_over and must not come back by itself. "+
			"A stream that broke resumes with the id of its last event in the header Last-Event-ID.",
		parameter{Name: "table", In: "query", Description: "Ids of tables.", Schema: &Schema{Type: "array", Items: text}},
		parameter{Name: "lobby", In: "query", Description: "The list of tables.", Schema: &Schema{Type: "string", Enum: []string{"1"}}},
		mute, emotes, lastID)
}

func stream(id, summary, description string, parameters ...parameter) *path {
	return &path{Get: &operation{
		ID: id, Tags: []string{"Live"}, Security: append(security{{}}, by(seatToken)...),
		Summary: summary, Description: description, Parameters: parameters,
		Responses: map[string]response{
			"200":     {Description: "The stream.", Content: map[string]content{"text/event-stream": {Schema: &Schema{Type: "string"}}}},
			"204":     {Description: "There will never be more: do not come back."},
			"default": refusal(),
		},
	}}
}
