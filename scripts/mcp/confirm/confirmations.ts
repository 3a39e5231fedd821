import { createHash, randomBytes } from "node:crypto";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";

/** For how long a person's yes to a preview counts. */
const LIFETIME_MS = 10 * 60_000;
/** Previews that wait for an answer at a time; beyond them the oldest is forgotten. */
const MAX_WAITING = 100;

/** What a confirmation is for. */
export type Confirmed = {
  tool: string;
  /** Exactly what was shown. */
  request: object;
  priceMicros: bigint;
};

/** One that is being used. */
export type Confirmation = {
  priceMicros: bigint;
  /** The same for every attempt with this confirmation, so that the gateway sends once. */
  idempotencyKey: string;
  /** Ends it: it was used. `outcome` is told to whoever tries again. */
  end(outcome: string): void;
  /** Leaves it as it was: what it is for was not done. */
  release(): void;
  /** Leaves it open where nobody can tell whether it was done: the same request again has the same key. */
  leaveUnsure(): void;
};

type Entry = {
  tool: string;
  hash: string;
  priceMicros: bigint;
  endsAt: number;
  state: "open" | "in use" | "used" | "unsure";
  outcome: string;
};

/** Previews that people were shown, each with a token that counts once, for exactly what was shown. */
export class Confirmations {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: () => number;

  /** @param clock milliseconds that nobody sets back or forward. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Seconds for which a new token counts. */
  static readonly lifetimeSeconds = LIFETIME_MS / 1000;

  /** Makes a token for what is about to be shown; one whose outcome nobody can tell is offered again. */
  offer({ tool, request, priceMicros }: Confirmed): string {
    const hash = hashOf(request);
    const endsAt = this.#clock() + LIFETIME_MS;
    for (const [token, entry] of this.#entries)
      if (entry.state === "unsure" && entry.tool === tool && entry.hash === hash) {
        Object.assign(entry, { priceMicros, endsAt });
        return token;
      }
    const [oldest] = this.#entries.keys();
    if (this.#entries.size >= MAX_WAITING && oldest !== undefined) this.#entries.delete(oldest);
    const token = randomBytes(18).toString("base64url");
    this.#entries.set(token, { tool, priceMicros, hash, endsAt, state: "open", outcome: "" });
    return token;
  }

  /** Takes a token back that was answered with no. */
  withdraw(token: string): void {
    if (this.#entries.get(token)?.state === "open") this.#entries.delete(token);
  }

  /**
   * Takes a token into use for a request.
   * @throws ToolRefusal where it is not known, too old, used, in use, or for something else.
   */
  use(token: string, tool: string, request: object): Confirmation {
    const entry = this.#entries.get(token);
    if (!entry || entry.tool !== tool || entry.endsAt <= this.#clock())
      throw refused("This confirmation is unknown or has expired. Show a new preview, and ask again.");
    if (entry.hash !== hashOf(request))
      throw refused(
        "The request isn't the one that was previewed. Only exactly what was shown can be confirmed: preview it again, and ask again.",
      );
    if (entry.state === "used") throw refused(`This confirmation was used already. ${entry.outcome}`);
    if (entry.state === "in use") throw refused("This confirmation is in use at this moment.");
    const before = entry.state;
    entry.state = "in use";
    return {
      priceMicros: entry.priceMicros,
      idempotencyKey: `mcp-${token}`,
      end: (outcome) => Object.assign(entry, { state: "used", outcome }),
      release: () => Object.assign(entry, { state: before }),
      leaveUnsure: () => Object.assign(entry, { state: "unsure" }),
    };
  }
}

const refused = (sentence: string) => new ToolRefusal("confirmation_refused", sentence);

function hashOf(request: object): string {
  return createHash("sha256").update(JSON.stringify(request)).digest("hex");
}
