/**
 * A map with a limit of entries. A new value makes its entry the newest, and the oldest entry is dropped above the
 * limit. It relies on a map's order of insertion: each operation takes constant time.
 */
export class BoundedMap<Value> {
  private readonly entries = new Map<string, Value>();
  private readonly maxEntries: number;

  constructor(maxEntries: number) {
    this.maxEntries = maxEntries;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key);
  }

  set(key: string, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.maxEntries) break;
      this.entries.delete(oldest);
    }
  }

  delete(key: string): void {
    this.entries.delete(key);
  }
}
