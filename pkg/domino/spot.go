package domino

import (
	"fmt"
	"strconv"
	"strings"
)

// Spot names where a tile is attached. On a line it is Left or Right; on a
// tree it is the number of the node that the tile touches, n0 being the root
// and nK the K-th placement after it (draws and passes are not counted).
type Spot uint8

// Unnamed is the zero Spot: the opening placement has no side (E-01), and a
// tile that fits one end only needs none. It is never guessed where two
// different moves are possible (E-03).
const (
	Unnamed Spot = iota
	Left
	Right
	firstNode
)

// MaxNode is the highest node number that a Spot can name.
const MaxNode = 255 - int(firstNode)

// Node returns the spot "at node k"; k is 0 to MaxNode.
func Node(k int) Spot { return firstNode + Spot(k) }

// NodeNumber is the k of nK; ok is false for Unnamed, Left and Right.
func (s Spot) NodeNumber() (k int, ok bool) { return int(s) - int(firstNode), s >= firstNode }

// String writes the spot as records do: "", "L", "R", "n5".
func (s Spot) String() string {
	switch s {
	case Unnamed:
		return ""
	case Left:
		return "L"
	case Right:
		return "R"
	}
	return "n" + strconv.Itoa(int(s-firstNode))
}

// ParseSpot reads what String writes.
func ParseSpot(text string) (Spot, error) {
	switch text {
	case "":
		return Unnamed, nil
	case "L":
		return Left, nil
	case "R":
		return Right, nil
	}
	k, err := strconv.Atoi(strings.TrimPrefix(text, "n"))
	if err != nil || text[0] != 'n' || k < 0 || k > MaxNode || text != Node(k).String() {
		return Unnamed, fmt.Errorf("spot %q: want L, R or a node n0 to n%d", text, MaxNode)
	}
	return Node(k), nil
}
