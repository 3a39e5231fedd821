import type { Carrier, CarrierEvents } from "@/lib/carriers/carrier";
import { type ErrorRules, NO_RULES, rulesByKind } from "@/lib/carriers/error-rules";
import { type CarrierRow, type Opening, openCarrier, openingProblem } from "@/lib/carriers/open-carrier";
import { type ErrorRuleRow, enabledCarriersStatement, errorRulesStatement } from "@/lib/carriers/tables.sql";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { log } from "@/lib/log";

/** How long carriers stay as their rows were. */
const FRESH_MS = 5_000;

/** How long a carrier whose row has changed may wait for the answers to what is in flight. */
const STOP_MS = 10_000;

/** Why a row of `carriers` is not in use, in words without secrets. */
export type CarrierProblem = { name: string; reason: string };

/** What carriers are opened with. */
export type RegistryOptions = Opening & {
  /** The carrier that is there without a row. */
  simulator: Carrier;
  /** This cell's part of a network's settings (rules: cells and networks); null for none. Without it, all of them. */
  share?: (row: CarrierRow) => object | null;
};

/** A row as it was read; `carrier` is missing while its predecessor ends, and where there is a problem. */
type Entry = { fingerprint: string; name: string; carrier?: Carrier; problem?: string };

/** What tells the service of what a carrier says by itself. */
export type EventsOf = (carrier: Carrier) => CarrierEvents;

/**
 * The carriers of this process: the simulator, and the enabled rows of `carriers` (rules: carriers). A row that
 * changes is closed and opened anew. One that cannot be opened is named in the log and among the problems, and
 * holds up no other. Rules for errors change in carriers that are open.
 */
export class CarrierRegistry {
  /** The carrier that is there without a row. */
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

  /** Has this process hold the links of carriers that have some, and says where their reports go. */
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

  /** Has the rows read again at the next look: for whoever changed one. */
  forget(): void {
    this.readAt = Number.NEGATIVE_INFINITY;
  }

  /** The carriers of this process, as their rows are or were some seconds ago. */
  async carriers(now: Date): Promise<Carrier[]> {
    const ageMs = now.getTime() - this.readAt;
    if (ageMs < 0 || ageMs >= FRESH_MS) await this.read(now);
    const opened = [...this.entries.values()].flatMap(({ carrier }) => carrier ?? []);
    return [this.simulator, ...opened];
  }

  /** The carrier with this number where this process submits to it, as of the last look. */
  opened(id: number): Carrier | undefined {
    if (!this.eventsOf) return undefined;
    return id === this.simulator.id ? this.simulator : this.entries.get(id)?.carrier;
  }

  /** The numbers of the carriers that this process alone submits to, as of the last look. */
  held(): number[] {
    return this.eventsOf ? [this.simulator.id, ...this.entries.keys()] : [];
  }

  /** The rows that are not in use though they are enabled, as of the last look. */
  problems(): CarrierProblem[] {
    return [...this.entries.values()].flatMap(({ name, problem }) =>
      problem === undefined ? [] : [{ name, reason: problem }],
    );
  }

  /** Ends every carrier, each by `by`; none is opened afterwards unless somebody holds links again. */
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
    // Without a carrier there is nothing that a rule could be for.
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
        // The new one waits for the old one's end: a network allows so many connections.
        const isReopened = old !== undefined;
        if (old?.carrier) void this.end(old.carrier, by).then(() => this.open(entry, row, isReopened));
        else this.open(entry, row, isReopened);
      }
    }
    for (const { carrier } of before.values()) void this.end(carrier, by);
  }

  /** A row with this cell's part of its settings. */
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
      logFailure(error, { carrier: carrier?.name }, "carrier did not stop");
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
