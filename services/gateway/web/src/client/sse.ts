/** One server-sent event. */
export type SseEvent = {
  /** Its name; "message" where none was given. */
  name: string;
  /** Its data; several lines are joined by line feeds. */
  data: string;
  /** Id of this event or of the last that had one; "" before the first. */
  id: string;
};

/** Reads server-sent events from bytes that may be cut anywhere. What is incomplete at the end is no event. */
export class SseParser {
  /** How soon the server wishes to be asked again, in milliseconds. */
  retry: number | undefined;
  readonly #decoder = new TextDecoder(); // drops a byte order mark at the start
  #rest = "";
  #name = "";
  #data: string[] = [];
  #id = "";

  /** Starts behind the event with this id. */
  constructor(id = "") {
    this.#id = id;
  }

  /** The events that these bytes complete. */
  feed(bytes: Uint8Array): SseEvent[] {
    const events: SseEvent[] = [];
    for (const line of this.#lines(this.#decoder.decode(bytes, { stream: true }))) {
      if (line !== "") {
        this.#field(line);
      } else if (this.#data.length > 0) {
        events.push({ name: this.#name || "message", data: this.#data.join("\n"), id: this.#id });
        this.#clear();
      } else {
        this.#clear();
      }
    }
    return events;
  }

  /** The whole lines so far. A carriage return at the end waits for what comes: a line feed would belong to it. */
  #lines(text: string): string[] {
    this.#rest += text;
    const lines: string[] = [];
    const end = /\r\n|\n|\r(?!$)/g;
    let from = 0;
    for (let m = end.exec(this.#rest); m; m = end.exec(this.#rest)) {
      lines.push(this.#rest.slice(from, m.index));
      from = end.lastIndex;
    }
    this.#rest = this.#rest.slice(from);
    return lines;
  }

  #field(line: string): void {
    const colon = line.indexOf(":");
    if (colon === 0) {
      return; // a comment
    }
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "data") {
      this.#data.push(value);
    } else if (field === "event") {
      this.#name = value;
    } else if (field === "id" && !value.includes("\0")) {
      this.#id = value;
    } else if (field === "retry" && /^\d+$/.test(value)) {
      this.retry = Number(value);
    }
  }

  #clear(): void {
    this.#name = "";
    this.#data = [];
  }
}
