import type { ErrorRule } from "@/lib/carriers/smpp/settings";

const MAX_REMEMBERED = 10_000;

/** Counts how often a message was put off, so that another carrier is asked after as many tries as its rule says. */
export class Tries {
  private readonly counts = new Map<string, number>();

  /** The rule as it is to be followed this time. */
  count(id: string, rule: ErrorRule): ErrorRule {
    if (rule.action !== "later") return rule;
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
