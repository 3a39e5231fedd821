import { createHash, randomBytes } from "node:crypto";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";

/** The time for which a person's confirmation of a preview counts. */
const LIFETIME_MS = 10 * 60_000;
/** The most previews that wait for an answer. Beyond that, the oldest is forgotten. */
const MAX_WAITING = 100;

/** A request with its price, as the preview showed it. */
export type PreviewedRequest = {
  tool: string;
  /** Exactly the values that were shown. */
  request: object;
  priceMicros: bigint;
};

/** A confirmation in use. */
export type Confirmation = {
  priceMicros: bigint;
  /** The same key for every attempt with this confirmation, so that the gateway sends once. */
  idempotencyKey: string;
  /** Ends it, because it was used. `outcome` is the text for later attempts. */
  end(outcome: string): void;
  /** Releases it unchanged, because its request had no effect. */
  release(): void;
  /** Leaves it open because the outcome is unknown: the same request again has the same key. */
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

/** Previews that people were shown, each with a token that counts once, for exactly the shown request. */
export class Confirmations {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: () => number;

  /** @param clock returns milliseconds of a clock that cannot be set. */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** The seconds for which a new token counts. */
  static readonly lifetimeSeconds = LIFETIME_MS / 1000;

  /**
   * Returns a token for a request that is about to be shown. If an earlier token for it has an unknown outcome, that
   * one is returned again.
   */
  offer({ tool, request, priceMicros }: PreviewedRequest): string {
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

  /** Deletes a token that was answered with no. */
  withdraw(token: string): void {
    if (this.#entries.get(token)?.state === "open") this.#entries.delete(token);
  }

  /**
   * Begins to use a token for a request.
   * @throws ToolRefusal if it is unknown, too old, used, in use, or for another request.
   */
  use(token: string, tool: string, request: object): Confirmation {
    const entry = this.#entries.get(token);
    if (!entry || entry.tool !== tool || entry.endsAt <= this.#clock())
      throw refused("This confirmation is unknown or has expired. Show a new preview, and ask again.");
    if (entry.hash !== hashOf(request))
      throw refused(
        "The request isn't the one that was previewed. A confirmation covers exactly the values that were shown: preview it again, and ask again.",
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
