module tranca.example/proto

go 1.26
