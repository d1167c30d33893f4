package table

import (
	"slices"
	"strings"
)

// Values of Options.Emotes other than "", which is always.
const (
	EmotesPauses = "pauses" // while no round runs
	EmotesNever  = "off"
)

// courtesies are the first of the words: those that say nothing of the game.
const courtesies = 5

// Emotes lists the words that a seat may say to everybody at its table.
func Emotes() []string {
	return []string{
		"hello", "good_luck", "thanks", "well_played", "hurry",
		"think", "oops", "laugh", "good_game",
		"tranca", "knock", "last_tile", "domino", "capicua",
	}
}

// CheckEmote tells whether a seat may say a word now. While a round of partners
// runs nothing but courtesies may be said: what is told of the game would be told
// to one's partner. The error is *Refused.
func CheckEmote(s *State, word string) error {
	words := Emotes()
	if !slices.Contains(words, word) {
		return refuse(Malformed, "field", "emote", "want", strings.Join(words, ", "))
	}
	runs := s.Phase == PhasePlaying
	switch {
	case s.Options.Emotes == EmotesNever, s.Options.Emotes == EmotesPauses && runs:
		return refuse(EmotesOff, "emotes", s.Options.Emotes)
	case runs && s.Rules.Sides() < s.Rules.Seats && !slices.Contains(words[:courtesies], word):
		return refuse(EmoteNotNow, "want", strings.Join(words[:courtesies], ", "))
	}
	return nil
}

func checkEmotes(option string) error {
	switch option {
	case "", EmotesPauses, EmotesNever:
		return nil
	}
	return badSetting("emotes", option, "on, "+EmotesPauses+", "+EmotesNever)
}
