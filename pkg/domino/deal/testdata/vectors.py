#!/usr/bin/env python3
"""A second, independent domino-deal/1: checks vectors.json, writes chain.json.

Run it from this folder; the Go tests read only the two files.
"""
import hashlib
import hmac
import json

LENGTH = 4096


def sha(data):
    return hashlib.sha256(data).digest()


def mac(key, data):
    return hmac.new(key, data, hashlib.sha256).digest()


def context(label, match, number):
    name = match.encode("utf-8")
    return label.encode() + b"\x00" + bytes([len(name)]) + name + number.to_bytes(4, "big")


def byte_stream(key):
    count = 0
    while True:
        yield from mac(key, count.to_bytes(4, "big"))
        count += 1


def deal(label, match, number, numbers, skip, seed, clients, beacon):
    """Returns commit, key, permutation and bytes read."""
    commit = sha(context("domino-deal/1 server", match, number) + seed)
    mixed = bytes(numbers) + commit
    for client in clients:
        mixed += bytes([len(client)]) + client
    mixed += bytes([len(beacon)]) + beacon
    key = mac(seed, context(label, match, number) + mixed)
    max_pip = numbers[0]
    tiles = [hi * (hi + 1) // 2 + lo
             for hi in range(max_pip + 1) for lo in range(hi + 1)
             if not (hi == lo == skip)]
    source, read = byte_stream(key), 0
    for last in range(len(tiles) - 1, 0, -1):
        size = last + 1
        while True:
            value, read = next(source), read + 1
            if value < 256 - 256 % size:
                break
        other = value % size
        tiles[last], tiles[other] = tiles[other], tiles[last]
    return commit, key, bytes(tiles), read


def client_commit(match, number, seat, client):
    return sha(context("domino-deal/1 client", match, number) + bytes([seat]) + client)


def check_published():
    for v in json.load(open("vectors.json", encoding="utf-8")):
        clients = [bytes.fromhex(c) for c in v["Clients"]]
        numbers = [v["MaxPip"], v["Players"], v["Hand"], v["Opening"]]
        got = deal("domino-deal/1 mix", v["MatchID"], v["Round"], numbers, v["Opening"],
                   bytes.fromhex(v["Server"]), clients, bytes.fromhex(v["Beacon"]))
        assert got[0].hex() == v["Commit"], v["MatchID"]
        assert got[1].hex() == v["Key"], v["MatchID"]
        assert got[2].hex() == v["Perm"], v["MatchID"]
        assert got[3] == v["StreamBytes"], v["MatchID"]
        for seat, client in enumerate(clients):
            assert client_commit(v["MatchID"], v["Round"], seat, client).hex() == v["ClientCommits"][seat]


def write_chain():
    match, number = "0a-tranca-ñandú.3", 7
    root = sha(b"domino-deal/1 example root, never to be used")
    seeds = {LENGTH: root}
    for k in range(LENGTH - 1, -1, -1):
        seeds[k] = sha(seeds[k + 1])
    clients = [bytes(range(16)), b"", bytes(range(100, 132))]
    numbers, beacon = [6, 3, 6, 255], bytes.fromhex("beac0beac0")
    made = deal("domino-deal/1 mix", match, number, numbers, 255, seeds[number], clients, beacon)
    lot = deal("domino-deal/1 lot", match, number, numbers, 255, seeds[number], clients, beacon)
    out = {
        "match_id": match, "round": number, "max_pip": 6, "players": 3, "hand_size": 6, "opening": 255,
        "root": root.hex(), "tip": seeds[0].hex(),
        "seeds": {str(k): seeds[k].hex() for k in (1, 2, 7, 8, 2048, 4095, 4096)},
        "clients": [c.hex() for c in clients],
        "client_commits": [client_commit(match, 0, seat, c).hex() for seat, c in enumerate(clients)],
        "beacon": beacon.hex(),
        "commit": made[0].hex(), "order": made[2].hex(), "lot": lot[2][:3].hex(),
    }
    with open("chain.json", "w", encoding="utf-8") as f:
        json.dump(out, f, indent=1, ensure_ascii=False)
        f.write("\n")


if __name__ == "__main__":
    check_published()
    write_chain()
