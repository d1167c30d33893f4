// Command bare is the least that a platform of this shape can be: what moves are
// compared with, to tell what is ours from what is the shape's.
//
// It owns three programs that know neither games nor players. "bare answer" takes a
// request, publishes a body of a commit's size that expects its subject's last
// sequence, and answers when the broker has it. "bare read" reads the stream some at
// a time, as a projection does, and throws it away. "bare serve" takes requests over
// HTTP, asks the answerer, and writes each push to everybody who views its table. It
// checks nothing, keeps nothing and recovers from nothing: it ends with the first
// failure.
package main
