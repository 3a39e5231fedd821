/** How long what comes gathers, so that a thousand receipts are one statement. */
const GATHER_MS = 20;
const MAX_GATHERED = 500;

/** Gathers values for one call. Each `add` ends as the call does that its value was in. */
export class Gather<Value> {
  private readonly store: (values: readonly Value[]) => Promise<void>;
  private values: Value[] = [];
  private flushed: Promise<void> | null = null;
  private flush: () => void = () => undefined;

  constructor(store: (values: readonly Value[]) => Promise<void>) {
    this.store = store;
  }

  add(value: Value): Promise<void> {
    this.values.push(value);
    this.flushed ??= this.begin();
    const { flushed } = this;
    if (this.values.length >= MAX_GATHERED) this.flush();
    return flushed;
  }

  private begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.flush = () => {
        clearTimeout(timer);
        const gathered = this.values;
        this.values = [];
        this.flushed = null;
        this.store(gathered).then(resolve, reject);
      };
      const timer = setTimeout(() => this.flush(), GATHER_MS);
    });
  }
}
