/** What a load process is to do: so many connections, each sending its next request when the last one is answered. */
export type LoadJob = {
  host: string;
  port: number;
  connections: number;
  seconds: number;
  /** Whole requests as they go over the wire, taken in turn by all connections. */
  requests: readonly string[];
  /** Each request is sent once, however long it takes; otherwise they go round until the time is up. */
  once?: boolean;
  /** Where the ids of accepted messages are written, one after the other; null where they are not wanted. */
  idsFile: string | null;
};

/** What came of it, whoever drove it. */
export type Driven = {
  seconds: number;
  /** Answered as they should be, and otherwise: another status, or no answer. */
  answered: number;
  errors: number;
  /** Requests that were sent and had no answer: they may have been accepted. */
  unanswered: number;
  /** Ids written. */
  messages: number;
  /** Of the good answers. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** The first few errors, in words. */
  samples: string[];
  /** Seconds of processor time that the load itself took. */
  cpuSeconds: number;
};
