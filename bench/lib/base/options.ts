import { parseArgs } from "node:util";
import { CommandError } from "@/server/base/command-error";

/** The default of each option. A boolean one takes no value. */
type Defaults = Record<string, string | number | boolean>;

type GeneralType<Value> = Value extends number ? number : Value extends boolean ? boolean : string;

/** The values of a command's options, and its other words. */
export type Options<Given extends Defaults> = { [Name in keyof Given]: GeneralType<Given[Name]> } & {
  words: string[];
};

/**
 * Reads a command line.
 * @param usage the text of the error.
 * @param defaults the options that exist.
 * @throws CommandError for an unknown option, and for a number that is not whole.
 */
export function readOptions<Given extends Defaults>(
  usage: string,
  defaults: Given,
  args: string[],
): Options<Given> {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      { type: typeof value === "boolean" ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const read = Object.entries(defaults).map(([name, usual]) => {
      const value = values[name] ?? usual;
      return [name, typeof usual === "number" ? wholeNumber(String(value), `--${name}`) : value];
    });
    return { ...Object.fromEntries(read), words: positionals } as Options<Given>;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

/**
 * Reads a whole number.
 * @throws CommandError if the text is another one.
 */
export function wholeNumber(text: string, name: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new CommandError(`${name} must be a whole number.`);
}
