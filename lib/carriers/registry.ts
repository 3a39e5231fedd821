import type { Carrier, CarrierEvents } from "@/lib/carriers/carrier";
import { type ErrorRules, NO_RULES, rulesByKind } from "@/lib/carriers/error-rules";
import { type CarrierRow, type Opening, openCarrier, openingProblem } from "@/lib/carriers/open-carrier";
import { type ErrorRuleRow, enabledCarriersStatement, errorRulesStatement } from "@/lib/carriers/tables.sql";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { log } from "@/lib/log";

/** The time for which rows of carriers are cached, in milliseconds. */
const FRESH_MS = 5_000;

/** The time that a changed carrier may wait for answers to messages in flight, in milliseconds. */
const STOP_MS = 10_000;

/** The reason why a row of `carriers` is not in use, without secrets. */
export type CarrierProblem = { name: string; reason: string };

/** Options of a registry. */
export type RegistryOptions = Opening & {
  /** The carrier without a row. */
  simulator: Carrier;
  /**
   * Returns this cell's part of a network's settings (rules: cells and networks); null if it has none. If
   * `share` is missing, the cell has all.
   */
  share?: (row: CarrierRow) => object | null;
};

/** A row as it was read. `carrier` is missing while its predecessor ends, and if there is a problem. */
type Entry = { fingerprint: string; name: string; carrier?: Carrier; problem?: string };

/** Returns the handlers for a carrier's events. */
export type EventsOf = (carrier: Carrier) => CarrierEvents;

/**
 * The carriers of this process: the simulator, and the enabled rows of `carriers` (rules: carriers). A
 * changed row is closed and reopened. A row that cannot be opened is logged and listed as a problem, without
 * delaying other rows. Rules for errors also change in open carriers.
 */
export class CarrierRegistry {
  /** The carrier without a row. */
  readonly simulator: Carrier;
  private readonly db: Database;
  private readonly options: RegistryOptions;
  private entries = new Map<number, Entry>();
  private errorRules: ReadonlyMap<string, ErrorRules> = new Map();
  private eventsOf: EventsOf | undefined;
  private reading: Promise<void> | undefined;
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(db: Database, options: RegistryOptions) {
    this.db = db;
    this.options = options;
    this.simulator = options.simulator;
  }

  /** Lets this process hold the links of carriers, and handle their events. */
  hold(eventsOf: EventsOf): void {
    this.eventsOf = eventsOf;
    this.simulator.start?.(eventsOf(this.simulator)).catch((error) => {
      log().error(
        { carrier: this.simulator.name, reason: openingProblem(error) },
        "a carrier cannot be used",
      );
    });
    this.forget();
  }

  /** Marks the rows as outdated, so that the next call reads them. Called after a change of a row. */
  forget(): void {
    this.readAt = Number.NEGATIVE_INFINITY;
  }

  /** Returns the carriers of this process according to their rows, which may be a few seconds old. */
  async carriers(now: Date): Promise<Carrier[]> {
    const ageMs = now.getTime() - this.readAt;
    if (ageMs < 0 || ageMs >= FRESH_MS) await this.read(now);
    const opened = [...this.entries.values()].flatMap(({ carrier }) => carrier ?? []);
    return [this.simulator, ...opened];
  }

  /** Returns the carrier with this number if this process submits to it, according to the last read. */
  opened(id: number): Carrier | undefined {
    if (!this.eventsOf) return undefined;
    return id === this.simulator.id ? this.simulator : this.entries.get(id)?.carrier;
  }

  /** Returns the numbers of the carriers that only this process submits to, according to the last read. */
  held(): number[] {
    return this.eventsOf ? [this.simulator.id, ...this.entries.keys()] : [];
  }

  /** Returns the enabled rows that are not in use, according to the last read. */
  problems(): CarrierProblem[] {
    return [...this.entries.values()].flatMap(({ name, problem }) =>
      problem === undefined ? [] : [{ name, reason: problem }],
    );
  }

  /** Stops every carrier until `by`. Later calls open none, unless `hold` is called again. */
  async stop(by: Date): Promise<void> {
    this.eventsOf = undefined;
    await this.reading?.catch(() => {});
    const ended = [...this.entries.values()];
    this.entries = new Map();
    await Promise.all(ended.map(({ carrier }) => this.end(carrier, by)));
  }

  private read(now: Date): Promise<void> {
    this.reading ??= this.readRows(now).finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readRows(now: Date): Promise<void> {
    const { kinds } = this.options;
    const rows = (await this.db.query<CarrierRow>(enabledCarriersStatement())).flatMap(
      (row) => this.shared(row) ?? [],
    );
    // Rules are only needed if there are carriers.
    const rules = rows.length > 0 ? await this.db.query<ErrorRuleRow>(errorRulesStatement()) : [];
    this.errorRules = rulesByKind(rules);
    this.readAt = now.getTime();
    const by = new Date(now.getTime() + STOP_MS);
    const before = this.entries;
    this.entries = new Map();
    for (const row of rows) {
      const isElsewhere = kinds[row.kind]?.hasLinks === true && this.eventsOf === undefined;
      const fingerprint = fingerprintOf(row);
      const old = before.get(row.id);
      if (old?.fingerprint === fingerprint && !isElsewhere) {
        this.entries.set(row.id, old);
        before.delete(row.id);
      } else if (!isElsewhere) {
        before.delete(row.id);
        const entry: Entry = { fingerprint, name: row.name };
        this.entries.set(row.id, entry);
        // The new carrier waits for the old one's end, because a network limits the number of connections.
        const isReopened = old !== undefined;
        if (old?.carrier) void this.end(old.carrier, by).then(() => this.open(entry, row, isReopened));
        else this.open(entry, row, isReopened);
      }
    }
    for (const { carrier } of before.values()) void this.end(carrier, by);
  }

  /** Returns a row with this cell's part of its settings. */
  private shared(row: CarrierRow): CarrierRow | null {
    const { share } = this.options;
    if (!share) return row;
    const settings = share(row);
    return settings && { ...row, settings };
  }

  private open(entry: Entry, row: CarrierRow, isReopened: boolean): void {
    if (this.entries.get(row.id) !== entry) return;
    try {
      const errorRules = () => this.errorRules.get(row.kind) ?? NO_RULES;
      const carrier = openCarrier(row, this.options, this.db, { errorRules, isReopened });
      entry.carrier = carrier;
      if (this.eventsOf) carrier.start?.(this.eventsOf(carrier)).catch((error) => fail(entry, error));
    } catch (error) {
      fail(entry, error);
    }
  }

  private async end(carrier: Carrier | undefined, by: Date): Promise<void> {
    try {
      await carrier?.stop?.(by);
    } catch (error) {
      logFailure(error, { carrier: carrier?.name }, "a carrier did not stop");
    }
  }
}

function fail(entry: Entry, error: unknown): void {
  delete entry.carrier;
  entry.problem = openingProblem(error);
  log().error({ carrier: entry.name, reason: entry.problem }, "a carrier cannot be used");
}

function fingerprintOf({ name, kind, settings, encryptedSecrets }: CarrierRow): string {
  const secrets = encryptedSecrets && Buffer.from(encryptedSecrets).toString("base64");
  return JSON.stringify([name, kind, settings, secrets]);
}
