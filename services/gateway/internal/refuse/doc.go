// Package refuse shows clients why something is refused: a Connect code with
// one tranca.api.v1.Rejection as detail, whatever the protocol.
//
// It never shows the text of an error that was not meant for a caller; whoever
// is told so must log it. It decides nothing.
package refuse
