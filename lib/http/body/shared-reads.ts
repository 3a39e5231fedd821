import { QueueFullError } from "@/lib/fair-queue";

/** How many share one read at most. */
const MAX_SHARING = 2_000;

type Waiting = { read: () => Promise<unknown>; result: Promise<unknown>; sharing: number };

/**
 * Reads once for all who ask the same before it begins. Who asks later is given what is read next, since a read that has
 * begun may not see what was written before they asked.
 */
export class SharedReads {
  private readonly waiting = new Map<string, Waiting>();

  /**
   * @param asked what is asked, to the letter, and by whom.
   * @param wait waits for a place, and then does what it is given.
   * @param read gives what is asked for; of all who ask, the last one's is done.
   * @returns what was read, one value for all: nobody may change it.
   * @throws QueueFullError where too many share it; and what `wait` and `read` throw.
   */
  read<Result>(
    asked: string,
    wait: (read: () => Promise<Result>) => Promise<Result>,
    read: () => Promise<Result>,
  ): Promise<Result> {
    const known = this.waiting.get(asked);
    if (!known) return this.begin(asked, wait, read);
    if (known.sharing >= MAX_SHARING) return Promise.reject(new QueueFullError(true));
    known.sharing++;
    known.read = read;
    return known.result as Promise<Result>;
  }

  private begin<Result>(
    asked: string,
    wait: (read: () => Promise<Result>) => Promise<Result>,
    read: () => Promise<Result>,
  ): Promise<Result> {
    const entry: Waiting = { read, result: Promise.resolve(), sharing: 1 };
    const isOver = () => {
      if (this.waiting.get(asked) === entry) this.waiting.delete(asked);
    };
    this.waiting.set(asked, entry);
    const result = wait(() => {
      isOver();
      return entry.read() as Promise<Result>;
      // Where no place was found, it has not begun.
    }).finally(isOver);
    entry.result = result;
    return result;
  }
}
