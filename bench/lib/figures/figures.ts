/** The figures of one scenario. */
export type Figures = {
  /** The name, with its connections or callers. Other scenarios are compared by it. */
  name: string;
  connections: number;
  unit: "messages" | "requests";
  seconds: number;
  /** Correctly answered units a second. */
  rate: number;
  requests: number;
  messages: number;
  errors: number;
  samples: string[];
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /**
   * From acceptance to the carrier; messages that waited when the load ended, and the time until none did.
   */
  carrier: Carrier | null;
  /** The time from the end of the load until every report and webhook was delivered. */
  settledMs: number | null;
  /** Most resident memory. Null where the system does not tell it. */
  peakMiB: { server: number | null; database: number | null };
  /**
   * Microseconds of processor time for each unit, until nothing of it is under way. The load is whoever asks, and
   * whoever takes messages and reports. Another product's store is in the column of the database.
   */
  microsEach: { server: number | null; database: number | null; load: number | null };
  /** Samples of resident memory, one a second, of long runs. */
  memoryMiB?: { server: number[]; database: number[] };
  /** Names of the scenarios it is compared with. */
  beside: Beside;
  /** What did not agree afterwards. */
  wrong: string[];
};

/** What waits for the carrier: how many messages, and for how long the first of them. */
export type Backlog = { messages: number; ageMs: number };

export type Carrier = { p50Ms: number; p99Ms: number; backlog: Backlog; emptyAfterMs: number | null };

/** A bare handler, the same SQL without HTTP, the same while messages are dispatched, and another product. */
export type Beside = Partial<Record<"bare" | "ceiling" | "dispatching" | "peer", string>>;
