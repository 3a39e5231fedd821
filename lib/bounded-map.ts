/**
 * A map that keeps so many entries. What is set anew counts as newest; beyond the limit the oldest goes. Not more than
 * a map in the order of insertion: each operation takes constant time.
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
