import { QueueFullError } from "@/lib/fair-queue";

/** The most callers that share one read. */
const MAX_SHARING = 2_000;

type Waiting = { read: () => Promise<unknown>; result: Promise<unknown>; sharing: number };

/**
 * Reads once for all callers that request the same before the read begins. A later caller shares the next read: one
 * that has begun may miss a write that the caller has seen.
 */
export class SharedReads {
  private readonly waiting = new Map<string, Waiting>();

  /**
   * @param asked the exact request and its reader.
   * @param wait waits for a place, and then calls its argument.
   * @param read reads the response. If several callers share it, the last one's function is called.
   * @returns the value that was read, shared by all callers: they must not change it.
   * @throws QueueFullError if too many callers share it, and the errors of `wait` and `read`.
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
      // If no place was found, the read has not begun.
    }).finally(isOver);
    entry.result = result;
    return result;
  }
}
