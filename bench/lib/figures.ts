import type { Backlog } from "@/bench/lib/settle";

/** What was measured of one scenario. */
export type Figures = {
  /** With its connections or callers: what other scenarios are compared by. */
  name: string;
  connections: number;
  unit: "messages" | "requests";
  seconds: number;
  /** Units a second, answered as they should be. */
  rate: number;
  requests: number;
  messages: number;
  errors: number;
  samples: string[];
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** From acceptance to the carrier; what waited when the load ended, and how long until nothing did. */
  carrier: Carrier | null;
  /** Until every report and webhook had gone its way, from the end of the load. */
  settledMs: number | null;
  /** Most resident memory; null where it cannot be told. */
  peakMiB: { server: number | null; database: number | null };
  /** Processor cores taken while the load ran. */
  cores: { server: number | null; database: number | null; load: number };
  /** A sample of resident memory each second, of long runs. */
  memoryMiB?: { server: number[]; database: number[] };
  /** Names of the scenarios it is compared with. */
  beside: Beside;
  /** What did not agree afterwards. */
  wrong: string[];
};

export type Carrier = { p50Ms: number; p99Ms: number; backlog: Backlog; emptyAfterMs: number | null };

/** A bare handler, the same SQL without HTTP, the same while messages are dispatched, and another product. */
export type Beside = Partial<Record<"bare" | "ceiling" | "dispatching" | "peer", string>>;
