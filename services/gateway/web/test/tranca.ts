import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** A whole server in a process of its own, built from this repository, with its games in a directory of its own. */
export class Tranca {
  /** Address of the API. */
  readonly server: string;
  readonly #process: ChildProcess;
  readonly #home: string;

  private constructor(server: string, process: ChildProcess, home: string) {
    this.server = server;
    this.#process = process;
    this.#home = home;
  }

  /** Builds and starts it; more flags may be given. */
  static async start(...flags: string[]): Promise<Tranca> {
    const home = mkdtempSync(join(tmpdir(), "tranca-"));
    const program = join(home, "tranca");
    execFileSync("go", ["build", "-o", program, "./services/tranca/cmd/tranca"], { cwd: root, stdio: "inherit" });
    const child = spawn(
      program,
      ["up", "--http", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--nats-port", "0", "--data", join(home, "data"), ...flags],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    return new Tranca(await addressOf(child), child, home);
  }

  /** Stops it and removes its games. */
  async stop(): Promise<void> {
    const gone = this.#process.exitCode === null ? once(this.#process, "exit") : undefined;
    this.#process.kill("SIGTERM");
    await gone;
    rmSync(this.#home, { recursive: true });
  }
}

/** The address that it prints once it is ready. */
async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, address] = /^\s*API\s+(http:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      child.stdout!.resume();
      return address;
    }
  }
  throw new Error("tranca up ended before it was ready");
}
