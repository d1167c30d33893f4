import { describe, expect, it } from "vitest";
import { type SseEvent, SseParser } from "../../src/client/index.js";

const encode = (text: string) => new TextEncoder().encode(text);

function read(...parts: (string | Uint8Array)[]): SseEvent[] {
  const parser = new SseParser();
  return parts.flatMap((part) => parser.feed(typeof part === "string" ? encode(part) : part));
}

describe("server-sent events", () => {
  it("have a name, data and an id", () => {
    expect(read("id: 7\nevent: table\ndata: {}\n\n")).toEqual([{ name: "table", data: "{}", id: "7" }]);
  });

  it("read the same wherever they are cut", () => {
    const text = "\uFEFFid: ñ1\r\nevent: update\r\n: still here\r\ndata: á\r\ndata: 五🁫\r\n\r\nretry: 5\rdata: b\r\rdata: c\n\n";
    const bytes = encode(text);
    const whole = read(bytes);
    expect(whole.map((e) => e.data)).toEqual(["á\n五🁫", "b", "c"]);
    for (let first = 0; first <= bytes.length; first++) {
      for (let second = first; second <= bytes.length; second++) {
        expect(read(bytes.slice(0, first), bytes.slice(first, second), bytes.slice(second))).toEqual(whole);
      }
    }
  });

  it("read the same byte by byte", () => {
    const bytes = encode("event: a\r\ndata: 1\r\n\r\n: x\r\n\r\ndata: 2\r\n\r\n");
    expect(read(...Array.from(bytes, (b) => Uint8Array.of(b))).map((e) => e.data)).toEqual(["1", "2"]);
  });

  it("end in any way a line may end", () => {
    for (const end of ["\n", "\r", "\r\n"]) {
      expect(read(`data: x${end}${end}data: y${end}${end}`, "\n").map((e) => e.data)).toEqual(["x", "y"]);
    }
  });

  it("skip comments, fields that are not known, and events without data", () => {
    expect(read(": hello\n\nevent: empty\n\ncolour: red\ndata: x\n\n")).toEqual([{ name: "message", data: "x", id: "" }]);
  });

  it("join lines of data, and take off one space", () => {
    expect(read("data:  a\ndata:b\ndata\ndata: c\n\n")[0]?.data).toBe(" a\nb\n\nc");
  });

  it("keep the last id, and leave out one that holds a zero", () => {
    expect(read("id: 1\ndata: a\n\ndata: b\n\nid: 2\0\ndata: c\n\nid\ndata: d\n\n").map((e) => e.id)).toEqual(["1", "1", "1", ""]);
  });

  it("drop a byte order mark at the start alone", () => {
    expect(read("\uFEFFdata: a\n\n").length).toBe(1);
    expect(read("data: a\n\n\uFEFFdata: b\n\n").length).toBe(1);
  });

  it("are nothing before the empty line", () => {
    expect(read("data: a\n")).toEqual([]);
    expect(read("data: a\r\n\r")).toEqual([]);
  });

  it("tell how soon to come back", () => {
    const parser = new SseParser();
    parser.feed(encode("retry: 1500\n\nretry: soon\n\n"));
    expect(parser.retry).toBe(1500);
  });
});
