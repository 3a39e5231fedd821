/**
 * The entries that gather, and the time of their writing: after `ms`, or as soon as there `isEnough`. A function
 * returns `ms` for each batch.
 */
export type Gathering<Item> = {
  ms: number | (() => number);
  isEnough(items: number): boolean;
  /** If set, a batch is written after the previous one has ended. Entries that arrive meanwhile join one batch. */
  inOrder?: boolean;
  write(items: readonly Item[]): Promise<void>;
};

type Batch<Item> = { items: Item[]; written: Promise<void>; flush: () => void };

/** Gathers single entries for a moment, so that a thousand rows are not a thousand statements. */
export class Gatherer<Item> {
  private readonly gathering: Gathering<Item>;
  private gathered: Batch<Item> | undefined;
  private isWriting = false;
  /** Ends the wait for the previous batch, if there is one. */
  private goOn: (() => void) | undefined;

  constructor(gathering: Gathering<Item>) {
    this.gathering = gathering;
  }

  /** @returns resolves when the items are written; rejects as their writing does. */
  add(items: readonly Item[]): Promise<void> {
    this.gathered ??= this.begin();
    const { gathered } = this;
    for (const item of items) gathered.items.push(item);
    if (this.gathering.isEnough(gathered.items.length)) gathered.flush();
    return gathered.written;
  }

  private begin(): Batch<Item> {
    const items: Item[] = [];
    let flush = () => {};
    const written = new Promise<void>((resolve, reject) => {
      flush = () => {
        clearTimeout(timer);
        if (this.gathering.inOrder && this.isWriting) {
          this.goOn = flush;
          return;
        }
        this.gathered = undefined;
        this.write(items).then(resolve, reject);
      };
    });
    const { ms } = this.gathering;
    const timer = setTimeout(flush, typeof ms === "number" ? ms : ms());
    return { items, written, flush };
  }

  private async write(items: readonly Item[]): Promise<void> {
    this.isWriting = true;
    try {
      await this.gathering.write(items);
    } finally {
      this.isWriting = false;
      const { goOn } = this;
      this.goOn = undefined;
      goOn?.();
    }
  }
}
