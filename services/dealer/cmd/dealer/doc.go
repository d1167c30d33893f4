// Command dealer runs one replica of the dealer.
package main
