/** Returns an input without its undefined values, so that equal queries share one cache entry. */
export function given<Input extends object>(input: Input): Input {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== "" && value !== undefined),
  ) as Input;
}
