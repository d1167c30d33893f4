module tranca.example/services

go 1.26.0

require (
	tranca.example/pkg v0.0.0
	tranca.example/pkg/domino v0.0.0
	tranca.example/proto v0.0.0
)

replace (
	tranca.example/pkg => ../pkg
	tranca.example/pkg/domino => ../pkg/domino
	tranca.example/proto => ../proto
)
