/** A value that a process has one of. */
export type ProcessWide<Value> = {
  /** Made when it is first read. */
  get value(): Value;
  /** `undefined` has it made anew. */
  set value(value: Value | undefined);
};

/**
 * One value for the whole process. Next bundles instrumentation and each route apart, and each bundle has its
 * own variables of modules. What they share is kept on `globalThis`.
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
