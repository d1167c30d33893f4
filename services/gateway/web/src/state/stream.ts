import { type Client, type Connection, Rejection, type Told } from "../client/index.js";

/** Who listens to a topic. */
export type Ear = {
  told(told: Told): void;
  /** How the connection is; where it waits because it was refused, with the refusal. */
  line(connection: Connection, why?: Rejection): void;
  /** Nothing more will be told, and asking again is of no use. */
  refused(rejection: unknown): void;
  /** Something came over the connection: it is not dead. */
  heard?(): void;
};

/** Ends what was asked for. */
export type Stop = () => void;

/** Where news come from. */
export type Source = {
  /** A table's news; with a seat's token the hand too. */
  table(tableId: string, token: string | undefined, ear: Ear): Stop;
  /** The list of tables. */
  lobby(ear: Ear): Stop;
  /** Comes back at once if it waits to do so. */
  hurry(): void;
};

type Topic = { readonly tableId?: string; readonly token?: string | undefined; readonly ear: Ear };

/**
 * All that a tab is told comes over one connection, as browsers have few of
 * them to a server. It is opened anew where the topics change, and goes on
 * behind what was told.
 */
export class TabStream implements Source {
  readonly #client: Pick<Client, "follow">;
  readonly #topics = new Set<Topic>();
  #known = new Set<string>(); // topics that the cursor may know
  #cursor = "";
  #open: AbortController | undefined;
  #waits = false;
  #due = false;

  constructor(client: Pick<Client, "follow">) {
    this.#client = client;
  }

  table(tableId: string, token: string | undefined, ear: Ear): Stop {
    return this.#add({ tableId, token, ear });
  }

  lobby(ear: Ear): Stop {
    return this.#add({ ear });
  }

  hurry(): void {
    if (this.#waits) {
      this.#again();
    }
  }

  #add(topic: Topic): Stop {
    if (this.#known.has(nameOf(topic))) {
      this.#forget(); // who comes back knows nothing, and must not be told from where another one stopped
    }
    this.#known.add(nameOf(topic));
    this.#topics.add(topic);
    this.#again();
    return () => {
      if (this.#topics.delete(topic)) {
        this.#again();
      }
    };
  }

  #forget(): void {
    this.#cursor = "";
    this.#known = new Set([...this.#topics].map(nameOf));
  }

  /** Opens the connection anew once for all changes that come together. */
  #again(): void {
    this.#open?.abort();
    if (!this.#due) {
      this.#due = true;
      queueMicrotask(() => {
        this.#due = false;
        if (this.#topics.size > 0) {
          this.#open = new AbortController();
          void this.#listen(this.#open.signal);
        }
      });
    }
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const topics = [...this.#topics];
    const tables = topics.flatMap((t) => t.tableId ?? []);
    const token = topics.find((t) => t.token !== undefined)?.token;
    const ears = (what: (ear: Ear) => void) => topics.filter((t) => this.#topics.has(t)).forEach((t) => what(t.ear));
    try {
      for await (const told of this.#client.follow({ tables, lobby: topics.some((t) => t.tableId === undefined) }, {
        token, signal, since: this.#cursor,
        onCursor: (id) => {
          if (!signal.aborted) {
            this.#cursor = id;
          }
        },
        onHeard: () => ears((ear) => ear.heard?.()),
        onConnection: (connection, why) => {
          if (!signal.aborted) {
            this.#waits = connection === "waiting";
            ears((ear) => ear.line(connection, why));
          }
        },
      })) {
        if (signal.aborted) {
          return;
        }
        this.#pass(told, topics);
      }
    } catch (error) {
      if (!signal.aborted) {
        this.#refuse(error, topics);
      }
    }
  }

  #pass(told: Told, topics: readonly Topic[]): void {
    const tableId = tableOf(told);
    for (const topic of topics.filter((t) => this.#topics.has(t) && t.tableId === tableId)) {
      if (told.kind === "end") {
        this.#topics.delete(topic); // the client asks for it no more
      }
      topic.ear.told(told);
    }
  }

  /** Where a token is what was refused, the others go on without its topic. */
  #refuse(error: unknown, topics: readonly Topic[]): void {
    const byToken = error instanceof Rejection && error.code === "unauthenticated";
    const gone = topics.filter((t) => this.#topics.has(t) && (!byToken || t.token !== undefined));
    for (const topic of gone) {
      this.#topics.delete(topic);
    }
    for (const topic of gone) {
      topic.ear.refused(error);
    }
    if (byToken && gone.length > 0) {
      this.#again();
    }
  }
}

function nameOf({ tableId = "", token = "" }: Topic): string {
  return `${tableId} ${token}`;
}

function tableOf(told: Told): string | undefined {
  switch (told.kind) {
    case "table": return told.table.tableId;
    case "update": return told.update.tableId;
    case "seat": return told.seat.table?.tableId;
    case "emote": return told.emote.tableId;
    case "lobby": return undefined;
    case "end": return told.tableId;
  }
}
