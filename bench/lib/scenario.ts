import type { Kannel } from "@/bench/lib/carriers/kannel";
import type { Databases } from "@/bench/lib/databases";
import type { Beside } from "@/bench/lib/figures/figures";
import type { Gateway } from "@/bench/lib/gateway";
import type { Driven, LoadJob } from "@/bench/lib/load/load-job";
import type { Sender } from "@/bench/lib/load/requests";
import type { Worker } from "@/bench/lib/process/child";
import type { ReceiverJob } from "@/bench/lib/receiver-process";
import type { SqlJob } from "@/bench/lib/sql-job";

/** What a run works with. */
export type Bench = {
  seconds: number;
  databases: Databases;
  gateway: Gateway;
  /** The processes that drive servers, and the database alone. */
  load: Worker<LoadJob, Driven>;
  sql: Worker<SqlJob, Driven>;
  receiver: Worker<ReceiverJob, number>;
  /** Host and port of the receiver. */
  receivers: string;
  /** Null where no peer is compared. */
  kannel: Kannel | null;
  /** One account, a hundred, and some that have webhooks. */
  one: Sender[];
  hundred: Sender[];
  withWebhooks: Sender[];
  /** Accounts of the database without a gateway. */
  alone: number[];
  /** A folder of this run. */
  folder: string;
};

/** The accounts to check after a scenario, and the price of each message there, GST included. */
export type Books = {
  database: "gateway" | "alone";
  accounts: readonly number[];
  microsEach: bigint;
  /** Messages that one request may make. */
  perRequest: number;
  /** Whether a webhook receiver is to get two reports of each. */
  webhooks: boolean;
};

/** One thing to measure. */
export type Scenario = {
  name: string;
  connections: number;
  unit: "messages" | "requests";
  beside: Beside;
  /** Runs it for so many seconds. */
  drive(bench: Bench, seconds: number, idsFile: string): Promise<Driven>;
  books: Books | null;
  /** The processes of the server. */
  server: "gateway" | "peer";
  /** Keeps samples of memory, one a second. */
  soak?: boolean;
};
