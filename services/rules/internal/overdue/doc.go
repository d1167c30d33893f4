// Package overdue keeps the projection "tables": public facts about every table
// that is not closed, in the order of the moment at which somebody should look
// whether it waits too long. The sweep is whoever looks.
//
// It owns those rows and the rule of what is too long. It never acts on a table
// itself, it never says who must have failed, and no row holds anything hidden.
package overdue
