import type pg from "pg";
import { findRun, openReader, readStandings, type Standing } from "@/bench/lib/books";
import { foundInAll } from "@/bench/lib/cells/found-in-all";
import { disagreements } from "@/bench/lib/disagreements";
import type { Driven } from "@/bench/lib/load/load-job";
import { settle } from "@/bench/lib/settle";

/** What a message costs, GST included. */
const MICROS_EACH = 115_000n;

/** A cell's database with the accounts that send from it. */
export type CellBooks = { url: string; accounts: readonly number[] };

type Opened = { client: pg.Client; before: Standing[] };

/** The books of the cells that a turn is of. */
export class BooksOfCells {
  private readonly opened: readonly Opened[];
  private readonly since: Date;

  private constructor(opened: readonly Opened[], since: Date) {
    this.opened = opened;
    this.since = since;
  }

  /** Notes what the accounts of each cell have before a turn. */
  static async open(cells: readonly CellBooks[]): Promise<BooksOfCells> {
    const opened: Opened[] = [];
    for (const { url, accounts } of cells) {
      const client = await openReader(url);
      opened.push({ client, before: await readStandings(client, accounts) });
    }
    return new BooksOfCells(opened, new Date());
  }

  /** Waits until nothing is under way in any cell. @returns whether that was in time. */
  async settle(atMostMs: number): Promise<boolean> {
    const settled = await Promise.all(this.opened.map(({ client }) => settle(client, atMostMs)));
    return settled.every((each) => each !== null);
  }

  /** Where the answers and the books disagree, a sentence each. */
  async check({ messages, unanswered }: Driven, idsFile: string): Promise<string[]> {
    const found = [];
    for (const { client, before } of this.opened)
      found.push(await findRun(client, before, this.since, idsFile));
    const expected = { messages, unanswered, perRequest: 1, microsEach: MICROS_EACH, sent: true };
    return disagreements(foundInAll(found), expected);
  }

  async close(): Promise<void> {
    await Promise.all(this.opened.map(({ client }) => client.end()));
  }
}
