package api

import (
	"context"

	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// OpenTable makes a table.
func (a *API) OpenTable(ctx context.Context, m *apiv1.OpenTableRequest) (*apiv1.OpenTableResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.OpenTableResponse {
		return &apiv1.OpenTableResponse{TableId: r.TableID, Version: r.Version}
	})
}

// Sit takes a seat.
func (a *API) Sit(ctx context.Context, m *apiv1.SitRequest) (*apiv1.SitResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.SitResponse {
		return &apiv1.SitResponse{Version: r.Version, Seat: seatOf(r), SeatToken: r.SeatToken}
	})
}

// MoveSeat goes to another seat.
func (a *API) MoveSeat(ctx context.Context, m *apiv1.MoveSeatRequest) (*apiv1.MoveSeatResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.MoveSeatResponse {
		return &apiv1.MoveSeatResponse{Version: r.Version, Seat: seatOf(r), SeatToken: r.SeatToken}
	})
}

// ReissueToken makes older tokens void.
func (a *API) ReissueToken(ctx context.Context, m *apiv1.ReissueTokenRequest) (*apiv1.ReissueTokenResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.ReissueTokenResponse {
		return &apiv1.ReissueTokenResponse{Version: r.Version, Seat: seatOf(r), SeatToken: r.SeatToken}
	})
}

// AddBot seats a bot.
func (a *API) AddBot(ctx context.Context, m *apiv1.AddBotRequest) (*apiv1.AddBotResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.AddBotResponse {
		return &apiv1.AddBotResponse{Version: r.Version, Seat: seatOf(r)}
	})
}

// RemoveBot empties a bot's seat.
func (a *API) RemoveBot(ctx context.Context, m *apiv1.RemoveBotRequest) (*apiv1.RemoveBotResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.RemoveBotResponse {
		return &apiv1.RemoveBotResponse{Version: r.Version}
	})
}

// Ready asks to start.
func (a *API) Ready(ctx context.Context, m *apiv1.ReadyRequest) (*apiv1.ReadyResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.ReadyResponse {
		return &apiv1.ReadyResponse{Version: r.Version}
	})
}

// Unready takes readiness back.
func (a *API) Unready(ctx context.Context, m *apiv1.UnreadyRequest) (*apiv1.UnreadyResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.UnreadyResponse {
		return &apiv1.UnreadyResponse{Version: r.Version}
	})
}

// Leave gives the seat up.
func (a *API) Leave(ctx context.Context, m *apiv1.LeaveRequest) (*apiv1.LeaveResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.LeaveResponse {
		return &apiv1.LeaveResponse{Version: r.Version}
	})
}

// ChangeSettings replaces rules and options.
func (a *API) ChangeSettings(ctx context.Context, m *apiv1.ChangeSettingsRequest) (*apiv1.ChangeSettingsResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.ChangeSettingsResponse {
		return &apiv1.ChangeSettingsResponse{Version: r.Version}
	})
}

// CloseTable ends the table.
func (a *API) CloseTable(ctx context.Context, m *apiv1.CloseTableRequest) (*apiv1.CloseTableResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.CloseTableResponse {
		return &apiv1.CloseTableResponse{Version: r.Version}
	})
}

// Reveal shows the client seed.
func (a *API) Reveal(ctx context.Context, m *apiv1.RevealRequest) (*apiv1.RevealResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.RevealResponse {
		return &apiv1.RevealResponse{Version: r.Version}
	})
}

// Play puts a tile on the board.
func (a *API) Play(ctx context.Context, m *apiv1.PlayRequest) (*apiv1.PlayResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.PlayResponse {
		return &apiv1.PlayResponse{Version: r.Version}
	})
}

// Draw takes a tile of the boneyard.
func (a *API) Draw(ctx context.Context, m *apiv1.DrawRequest) (*apiv1.DrawResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.DrawResponse {
		return &apiv1.DrawResponse{Version: r.Version}
	})
}

// Pass gives the turn away.
func (a *API) Pass(ctx context.Context, m *apiv1.PassRequest) (*apiv1.PassResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.PassResponse {
		return &apiv1.PassResponse{Version: r.Version}
	})
}

// AskRematch wants to play again.
func (a *API) AskRematch(ctx context.Context, m *apiv1.AskRematchRequest) (*apiv1.AskRematchResponse, error) {
	reply, err := a.change(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.AskRematchResponse {
		return &apiv1.AskRematchResponse{Version: r.Version}
	})
}
