package wire

import (
	"tranca.example/pkg/table"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

type commandPair = pair[table.Command, *servicev1.Command]

// commandPairs is every command and its message.
func commandPairs() []commandPair {
	var all []commandPair
	for _, family := range [][]commandPair{
		settingCommands(), seatCommands(), plainCommands(), turnCommands(), dealerCommands(), serviceCommands(),
	} {
		all = append(all, family...)
	}
	return all
}

// command pairs a command with a case of the oneof.
func command[W any, K table.Command](
	encode func(K) *servicev1.Command, decode func(*reader, *servicev1.Command) K,
) commandPair {
	return newPair[table.Command, *servicev1.Command, K, W](
		func(e table.Command) *servicev1.Command {
			k, _ := e.(K) // the registry has looked
			return encode(k)
		},
		func(r *reader, m *servicev1.Command) table.Command { return decode(r, m) },
	)
}

// plain pairs a command without fields.
func plain[W any, K table.Command](empty func() *servicev1.Command) commandPair {
	return command[W](
		func(K) *servicev1.Command { return empty() },
		func(*reader, *servicev1.Command) (k K) { return k },
	)
}
