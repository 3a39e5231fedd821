/**
 * The entries of a long response. They are built each time that they are read, so that a waiting response needs no
 * memory.
 */
export class EntryList<Entry> implements Iterable<Entry> {
  private readonly read: () => Iterator<Entry>;

  /** @param read returns the entries from the beginning, the same ones each time. */
  constructor(read: () => Iterator<Entry>) {
    this.read = read;
  }

  [Symbol.iterator](): Iterator<Entry> {
    return this.read();
  }

  /** Returns all entries at once, for `JSON.stringify`. */
  toJSON(): Entry[] {
    return [...this];
  }
}
