package kernel

import "math/bits"

// Tiles is the size of the box that both games are played with.
const Tiles = 28

// sixes is the number of 6-6.
const sixes = 27

// Result is how a round ended.
type Result struct {
	Domino bool // somebody went out; else the round was blocked
	Closer int  // who placed the last tile
	Placed int
	Drawn  int
	Pips   [4]int
}

// Step turns a word into the next one of a full-period sequence. Callers seed
// it; it is a fast chooser and nothing more.
func Step(w uint64) uint64 { return w*6364136223846793005 + 1442695040888963407 }

// Choose maps a word to 0 … n-1.
func Choose(w uint64, n int) int {
	hi, _ := bits.Mul64(w, uint64(n))
	return int(hi)
}

// Shuffle orders the box by a word and returns the word to go on with.
func Shuffle[T ~uint8](order *[Tiles]T, w uint64) uint64 {
	for i := range order {
		order[i] = T(i)
	}
	for i := Tiles - 1; i > 0; i-- {
		w = Step(w)
		j := Choose(w, i+1) & 31
		order[i], order[j%Tiles] = order[j%Tiles], order[i]
	}
	return w
}

var touch, sum, planes, twins = tables()

func tables() (touch [8]uint32, sum [32]uint8, planes [4]uint32, twins uint32) {
	t := 0
	for hi := range 7 {
		for lo := range hi + 1 {
			touch[hi] |= 1 << t
			touch[lo] |= 1 << t
			sum[t] = uint8(hi + lo)
			for bit := range planes {
				planes[bit] |= uint32((hi+lo)>>bit&1) << t
			}
			if hi == lo {
				twins |= 1 << t
			}
			t++
		}
	}
	return touch, sum, planes, twins
}

// pips adds a hand up by counting the bits of its sums.
func pips(hand uint32) int {
	return bits.OnesCount32(hand&planes[0]) + bits.OnesCount32(hand&planes[1])*2 +
		bits.OnesCount32(hand&planes[2])*4 + bits.OnesCount32(hand&planes[3])*8
}

func nth(set uint32, k int) int {
	for ; k > 0; k-- {
		set &= set - 1
	}
	return bits.TrailingZeros32(set) & 31
}

// take deals n tiles from a place of the order.
func take(order *[Tiles]uint8, from, n int) (hand uint32) {
	for _, t := range order[from : from+n] {
		hand |= 1 << (t & 31)
	}
	return hand
}

// line is the open ends and the tiles that do not lie.
type line struct {
	left, right uint8
	unplayed    uint32
}

func (b *line) masks(hand uint32) (left, right uint32) {
	left, right = hand&touch[b.left&7], hand&touch[b.right&7]
	if b.left == b.right {
		left = 0
	}
	return left, right
}

// lay plays the chosen tile and returns its bit. It branches on the end because
// that was measured to be faster here than masks.
func (b *line) lay(left, right uint32, k int) uint32 {
	var t int
	if n := bits.OnesCount32(left); k < n {
		t = nth(left, k)
		b.left = sum[t&31] - b.left
	} else {
		t = nth(right, k-n)
		b.right = sum[t&31] - b.right
	}
	b.unplayed ^= 1 << t
	return 1 << t
}

func (b *line) dead() bool {
	return b.unplayed&(touch[b.left&7]|touch[b.right&7]) == 0
}

// Block plays 4×7 without drawing: the holder of 6-6 leads it, turns go to the
// right, every choice is drawn from the word. It returns the word to go on with.
func Block(order *[Tiles]uint8, w uint64) (r Result, next uint64) {
	var hands [4]uint32
	s := 0
	for i := range hands {
		hands[i] = take(order, i*7, 7)
		if hands[i]>>sixes&1 != 0 {
			s = i
		}
	}
	hands[s&3] ^= 1 << sixes
	b := line{6, 6, 1<<sixes - 1}
	r.Placed, r.Closer = 1, s
	for {
		s = (s + 3) & 3
		left, right := b.masks(hands[s])
		n := bits.OnesCount32(left) + bits.OnesCount32(right)
		if n == 0 {
			continue
		}
		w = Step(w)
		hands[s] ^= b.lay(left, right, Choose(w, n))
		r.Placed, r.Closer = r.Placed+1, s
		if r.Domino = hands[s] == 0; r.Domino || b.dead() {
			break
		}
	}
	for i := range hands {
		r.Pips[i] = pips(hands[i])
	}
	return r, w
}

// Draw plays 2×7 with drawing until a tile fits: the holder of the highest
// double leads it, else that of the highest tile; a dead position ends the
// round at once. It returns the word to go on with.
func Draw(order *[Tiles]uint8, w uint64) (r Result, next uint64) {
	hands := [2]uint32{take(order, 0, 7), take(order, 7, 7)}
	bone := 14
	s, first := lead(hands)
	hands[s&1] ^= 1 << first
	b := line{unplayed: 1<<Tiles - 1 ^ 1<<first}
	b.left, b.right = halves(first)
	r.Placed, r.Closer = 1, s
	s ^= 1
	for {
		s &= 1
		left, right := b.masks(hands[s])
		for left|right == 0 && bone < Tiles {
			hands[s] |= 1 << (order[bone] & 31)
			bone++
			left, right = b.masks(hands[s])
		}
		n := bits.OnesCount32(left) + bits.OnesCount32(right)
		if n == 0 {
			s ^= 1
			continue
		}
		w = Step(w)
		hands[s] ^= b.lay(left, right, Choose(w, n))
		r.Placed, r.Closer = r.Placed+1, s
		if r.Domino = hands[s] == 0; r.Domino || b.dead() {
			break
		}
		s ^= 1
	}
	r.Drawn = bone - 14
	r.Pips[0], r.Pips[1] = pips(hands[0]), pips(hands[1])
	return r, w
}

func lead(hands [2]uint32) (seat, tile int) {
	all := hands[0] | hands[1]
	if d := all & twins; d != 0 {
		tile = 31 - bits.LeadingZeros32(d)
	} else {
		for t := range Tiles { // by sum; of equal sums the higher half is the later tile
			if all>>t&1 != 0 && sum[t] >= sum[tile]*uint8(all>>tile&1) {
				tile = t
			}
		}
	}
	return int(hands[1] >> tile & 1), tile
}

func halves(t int) (lo, hi uint8) {
	for hi = 0; int(hi+1)*int(hi+2)/2 <= t; hi++ {
	}
	return sum[t&31] - hi, hi
}
