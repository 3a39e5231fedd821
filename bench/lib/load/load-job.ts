/**
 * The job of a load process: so many connections, each sending its next request when the last one is
 * answered.
 */
export type LoadJob = {
  host: string;
  port: number;
  connections: number;
  seconds: number;
  /** Whole requests as bytes on the wire, used in turn by all connections. */
  requests: readonly string[];
  /** Each request is sent once, however long that takes. Otherwise they are repeated until the time is up. */
  once?: boolean;
  /** The file that ids of accepted messages are appended to. Null where they are not wanted. */
  idsFile: string | null;
};

/** The result of a load, by whatever means. */
export type Driven = {
  seconds: number;
  /** Correct answers, and all others: another status, or no answer. */
  answered: number;
  errors: number;
  /** Requests that were sent and had no answer. They may have been accepted. */
  unanswered: number;
  /** Ids written to the file. */
  messages: number;
  /** The times of correct answers. */
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  /** The first few errors, in words. */
  samples: string[];
  /** Seconds of processor time that the load itself used. */
  cpuSeconds: number;
};
