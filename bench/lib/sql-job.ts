/** The job of a process that accepts without HTTP. */
export type SqlJob = {
  databaseUrl: string;
  accounts: readonly number[];
  /** Requests under way at once. */
  callers: number;
  seconds: number;
  idsFile: string;
};
