/** A value that exists once in a process. */
export type ProcessWide<Value> = {
  /** Created at its first read. */
  get value(): Value;
  /** `undefined` recreates it at the next read. */
  set value(value: Value | undefined);
};

/**
 * Returns a holder of one value for the whole process. Next bundles instrumentation and each route separately, and
 * each bundle has its own module variables. `globalThis` holds the values that bundles share.
 * @param name of the global variable, by which tests end it with their file (`tests/support/tiers/each-file`).
 */
export function processWide<Value>(
  name: `gateway${Capitalize<string>}`,
  make: () => Value,
): ProcessWide<Value> {
  const globals = globalThis as unknown as Record<string, Value | undefined>;
  return {
    get value() {
      const existing = globals[name];
      if (existing !== undefined) return existing;
      const made = make();
      globals[name] = made;
      return made;
    },
    set value(value) {
      globals[name] = value;
    },
  };
}
