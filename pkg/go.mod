module tranca.example/pkg

go 1.26

require (
	tranca.example/pkg/domino v0.0.0
	tranca.example/proto v0.0.0
)

replace (
	tranca.example/pkg/domino => ./domino
	tranca.example/proto => ../proto
)
