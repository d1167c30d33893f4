// Command tranca is the whole server in one process, and the tools around it.
package main
