package wire

import (
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// tableEvents are the life of the table itself.
func tableEvents() []eventPair {
	return []eventPair{
		event[*eventv1.Event_TableOpened](encodeTableOpened, decodeTableOpened),
		event[*eventv1.Event_SettingsChanged](func(e table.SettingsChanged) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_SettingsChanged{SettingsChanged: &eventv1.SettingsChanged{
				Rules:   &eventv1.RuleSet{Preset: e.Preset, Knobs: present(e.Knobs)},
				Options: encodeOptions(e.Options),
			}}}
		}, func(_ *reader, m *eventv1.Event) table.SettingsChanged {
			e := m.GetSettingsChanged()
			return table.SettingsChanged{
				Preset: e.GetRules().GetPreset(), Knobs: present(e.GetRules().GetKnobs()),
				Options: decodeOptions(e.GetOptions()),
			}
		}),
		event[*eventv1.Event_MatchStarted](func(e table.MatchStarted) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_MatchStarted{MatchStarted: &eventv1.MatchStarted{
				MatchId: e.MatchID, N: e.N, Seating: e.Seating, TimeBankMs: int64(e.TimeBank),
			}}}
		}, func(_ *reader, m *eventv1.Event) table.MatchStarted {
			e := m.GetMatchStarted()
			return table.MatchStarted{
				MatchID: e.GetMatchId(), N: e.GetN(), Seating: e.GetSeating(), TimeBank: table.Millis(e.GetTimeBankMs()),
			}
		}),
		event[*eventv1.Event_TableReopened](func(e table.TableReopened) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TableReopened{TableReopened: &eventv1.TableReopened{
				DeadlineMs: int64(e.Deadline),
			}}}
		}, func(_ *reader, m *eventv1.Event) table.TableReopened {
			return table.TableReopened{Deadline: table.Time(m.GetTableReopened().GetDeadlineMs())}
		}),
		event[*eventv1.Event_TableClosed](func(e table.TableClosed) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TableClosed{TableClosed: &eventv1.TableClosed{Reason: e.Reason}}}
		}, func(_ *reader, m *eventv1.Event) table.TableClosed {
			return table.TableClosed{Reason: m.GetTableClosed().GetReason()}
		}),
	}
}

func encodeTableOpened(e table.TableOpened) *eventv1.Event {
	return &eventv1.Event{Kind: &eventv1.Event_TableOpened{TableOpened: &eventv1.TableOpened{
		Id:           e.ID,
		Rules:        &eventv1.RuleSet{Preset: e.Preset, Knobs: present(e.Knobs)},
		Options:      encodeOptions(e.Options),
		Properties:   present(e.Properties),
		OwnerKeyHash: hashBytes(e.OwnerKey),
		DeadlineMs:   int64(e.Deadline),
	}}}
}

func decodeTableOpened(r *reader, m *eventv1.Event) table.TableOpened {
	e := m.GetTableOpened()
	return table.TableOpened{
		ID:         e.GetId(),
		Preset:     e.GetRules().GetPreset(),
		Knobs:      present(e.GetRules().GetKnobs()),
		Options:    decodeOptions(e.GetOptions()),
		Properties: present(e.GetProperties()),
		OwnerKey:   r.hash("table_opened.owner_key_hash", e.GetOwnerKeyHash()),
		Deadline:   table.Time(e.GetDeadlineMs()),
	}
}

func encodeOptions(o table.Options) *eventv1.Options {
	return &eventv1.Options{
		TurnLimitMs:    int64(o.TurnLimit),
		FirstMoveMs:    int64(o.FirstMove),
		TimeBankMs:     int64(o.TimeBank),
		IncrementMs:    int64(o.Increment),
		IntermissionMs: int64(o.Intermission),
		RevealLimitMs:  int64(o.RevealLimit),
		IdleLimitMs:    int64(o.IdleLimit),
		GraceMs:        int64(o.Grace),
		BotPolicy:      o.BotPolicy,
		BotThinkingMs:  int64(o.BotThinking),
		Entropy:        o.Entropy,
		Emotes:         o.Emotes,

		SpectatorDelayMs: int64(o.SpectatorDelay), SpectatorDelayRounds: o.SpectatorRounds,
		Private: o.Private,
	}
}

func decodeOptions(o *eventv1.Options) table.Options {
	return table.Options{
		TurnLimit:    table.Millis(o.GetTurnLimitMs()),
		FirstMove:    table.Millis(o.GetFirstMoveMs()),
		TimeBank:     table.Millis(o.GetTimeBankMs()),
		Increment:    table.Millis(o.GetIncrementMs()),
		Intermission: table.Millis(o.GetIntermissionMs()),
		RevealLimit:  table.Millis(o.GetRevealLimitMs()),
		IdleLimit:    table.Millis(o.GetIdleLimitMs()),
		Grace:        table.Millis(o.GetGraceMs()),
		BotPolicy:    o.GetBotPolicy(),
		BotThinking:  table.Millis(o.GetBotThinkingMs()),
		Entropy:      o.GetEntropy(),
		Emotes:       o.GetEmotes(),

		SpectatorDelay: table.Millis(o.GetSpectatorDelayMs()), SpectatorRounds: o.GetSpectatorDelayRounds(),
		Private: o.GetPrivate(),
	}
}
