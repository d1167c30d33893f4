import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Client, type Options, connect } from "../../src/client/index.js";

/** What a stub was asked. */
export type Asked = { path: string; body: Record<string, unknown>; headers: IncomingMessage["headers"] };

/** Answers the n-th request, counted from 0. */
export type Script = (answer: ServerResponse, n: number, asked: Asked) => void;

/** A server of the test's own on a loopback port. */
export class Stub {
  readonly asked: Asked[] = [];
  /** What the client waited for between its tries, in milliseconds. */
  readonly pauses: number[] = [];
  readonly #server: Server;

  private constructor(script: Script) {
    this.#server = createServer((request, answer) => {
      let text = "";
      request.on("data", (part: Buffer) => { text += part.toString(); });
      request.on("end", () => {
        const asked = { path: request.url ?? "", body: JSON.parse(text || "{}") as Record<string, unknown>, headers: request.headers };
        script(answer, this.asked.push(asked) - 1, asked);
      });
    });
  }

  static async start(script: Script): Promise<Stub> {
    const stub = new Stub(script);
    await new Promise<void>((done) => { stub.#server.listen(0, "127.0.0.1", done); });
    return stub;
  }

  /** A client whose pauses take no time and whose dice show 0. */
  client(options: Partial<Options> = {}): Client {
    const { port } = this.#server.address() as AddressInfo;
    let clock = 0;
    return connect({
      server: `http://127.0.0.1:${port}`,
      random: () => 0,
      now: () => clock,
      sleep: async (ms, signal) => {
        signal.throwIfAborted();
        this.pauses.push(ms);
        clock += ms;
      },
      ...options,
    });
  }

  /** Stops it; to stop it twice does no harm. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => { this.#server.close(done); });
  }
}

export function json(answer: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  answer.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** A refusal as the service writes it. */
export function refusal(answer: ServerResponse, status: number, code: string, reason: string, more: object = {}): void {
  const debug = { reason, message: `it is ${reason}`, ...more };
  json(answer, status, { code, message: debug.message, details: [{ type: "tranca.api.v1.Rejection", value: "", debug }] },
    code === "resource_exhausted" ? { "Retry-After": "3" } : {});
}
