import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Of all tests, so that it is linked once. */
const program = join(root, ".bin", "e2e", "tranca-for-browsers");

/** A whole server in a process of its own, built from this repository, with its games in a directory of its own. */
export class Tranca {
  /** Address of the API; it stays the same when the server starts again. */
  readonly server: string;
  #process: ChildProcess;
  readonly #home: string;
  readonly #flags: readonly string[];

  private constructor(server: string, process: ChildProcess, home: string, flags: readonly string[]) {
    this.server = server;
    this.#process = process;
    this.#home = home;
    this.#flags = flags;
  }

  /** Builds and starts it; more flags may be given. */
  static async start(...flags: string[]): Promise<Tranca> {
    const home = mkdtempSync(join(tmpdir(), "tranca-"));
    execFileSync("go", ["build", "-o", program, "./services/tranca/cmd/tranca"], { cwd: root, stdio: "inherit" });
    const child = up(home, "127.0.0.1:0", flags);
    return new Tranca(await addressOf(child), child, home, flags);
  }

  /** Kills it with -9: nothing of it ends in order. */
  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Starts it again after a kill, with its games and at its address. */
  async startAgain(): Promise<void> {
    this.#process = up(this.#home, new URL(this.server).host, this.#flags);
    await addressOf(this.#process);
  }

  /** Stops it and removes its games. */
  async stop(): Promise<void> {
    await this.#end("SIGTERM");
    rmSync(this.#home, { recursive: true });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const gone = this.#process.exitCode === null && this.#process.signalCode === null ? once(this.#process, "exit") : undefined;
    this.#process.kill(signal);
    await gone;
  }
}

function up(home: string, address: string, flags: readonly string[]): ChildProcess {
  return spawn(
    program,
    ["up", "--http", address, "--admin", "127.0.0.1:0", "--nats-port", "0", "--data", join(home, "data"), ...flags],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
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
