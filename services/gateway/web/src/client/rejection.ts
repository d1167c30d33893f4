import type { RejectionJson } from "../gen/tranca/api/v1/rejection_pb.js";

/** Codes of a refusal, by Connect's names; others may come. */
export type Code =
  | "invalid_argument"
  | "failed_precondition"
  | "unauthenticated"
  | "permission_denied"
  | "not_found"
  | "aborted"
  | "already_exists"
  | "resource_exhausted"
  | "canceled"
  | "internal"
  | "unavailable"
  | "deadline_exceeded"
  | "unknown";

/** What the service says when it refuses: proto/README.md lists the reasons. */
export class Rejection extends Error {
  override readonly name = "Rejection";
  /** Kind of the refusal. */
  readonly code: Code;
  /** Stable word for a program, such as "must_play". */
  readonly reason: string;
  /** What the message is about. */
  readonly params: Readonly<Record<string, string>>;
  /** Version of the table that the command was judged against; 0: none. */
  readonly currentVersion: number;
  /** What would have been possible, such as "6-4 L"; told to the seat on turn alone. */
  readonly legal: readonly string[];

  constructor(code: Code, detail: RejectionJson) {
    super(detail.message ?? code);
    this.code = code;
    this.reason = detail.reason ?? code;
    this.params = detail.params ?? {};
    this.currentVersion = detail.currentVersion ?? 0;
    this.legal = detail.legal ?? [];
  }

  /**
   * Whether the same call with the same id may still have, or get, its effect: the
   * outcome is unknown, or a limit let nothing be done yet. What is too large stays so.
   */
  get open(): boolean {
    const isLimit = this.code === "resource_exhausted" && this.reason !== "too_large";
    return isLimit || this.code === "unavailable" || this.code === "deadline_exceeded";
  }
}

/** The service was not reached, or its answer was lost: whether a command had its effect is unknown. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  /** As a Rejection has one. */
  readonly reason = "unreachable";

  constructor(cause: unknown) {
    super("the service was not reached", { cause });
  }
}

const detailType = "tranca.api.v1.Rejection";

type ConnectError = {
  code?: Code;
  message?: string;
  details?: { type?: string; debug?: RejectionJson }[];
};

/** The refusal in an answer that is not OK. A proxy's page is told by its status alone. */
export async function rejectionOf(answer: Response): Promise<Rejection> {
  const error = parsed(await answer.text());
  const code = error.code ?? codeOf(answer.status);
  const detail = error.details?.find((d) => d.type === detailType)?.debug;
  return new Rejection(code, { message: error.message ?? `HTTP status ${answer.status}`, ...detail });
}

function parsed(text: string): ConnectError {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as ConnectError) : {};
  } catch {
    return {};
  }
}

function codeOf(status: number): Code {
  switch (status) {
    case 400: return "invalid_argument";
    case 401: return "unauthenticated";
    case 403: return "permission_denied";
    case 404: return "not_found";
    case 408: case 504: return "deadline_exceeded";
    case 429: return "resource_exhausted";
    case 502: case 503: return "unavailable";
    default: return status >= 500 ? "internal" : "unknown";
  }
}
