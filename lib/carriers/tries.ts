const MAX_REMEMBERED = 10_000;

/** What follows from a refusal; without `tries`, `later` is for as long as the message is valid. */
type Counted = { action: string; tries?: number | undefined };

/** Counts how often a message was put off, so that another carrier is asked after as many tries as its rule says. */
export class Tries {
  private readonly counts = new Map<string, number>();

  /** The rule as it is to be followed this time. */
  count<Rule extends Counted>(
    id: string,
    rule: Rule,
  ): Rule | (Omit<Rule, "action"> & { action: "elsewhere" }) {
    if (rule.action !== "later" || rule.tries === undefined) return rule;
    const tries = (this.counts.get(id) ?? 0) + 1;
    this.counts.delete(id);
    if (tries >= rule.tries) return { ...rule, action: "elsewhere" };
    this.counts.set(id, tries);
    if (this.counts.size > MAX_REMEMBERED) this.counts.delete(this.counts.keys().next().value ?? "");
    return rule;
  }

  forget(id: string): void {
    this.counts.delete(id);
  }
}
