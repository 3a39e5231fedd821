/** An input without what is not given, so that equal questions are asked once. */
export function given<Input extends object>(input: Input): Input {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== "" && value !== undefined),
  ) as Input;
}
