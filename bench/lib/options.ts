import { parseArgs } from "node:util";
import { CommandError } from "@/server/base/command-error";

export const USAGE = `Usage: npm run bench [-- options]
  --quick            3 seconds for each scenario instead of 10
  --seconds N        N seconds for each
  --only NAME        only scenarios with this in their name, and those they are compared with; may be repeated
  --peer kannel      Kannel beside it, where it is installed
  --soak 10m         single sends for so long at the end, with the memory of each second
  --database URL     a PostgreSQL server whose role may create databases, instead of an embedded one
  --profile FOLDER   writes there what took the server's time, and the embedded database's in each scenario`;

export type Options = {
  seconds: number;
  only: string[];
  peer: boolean;
  soakSeconds: number | null;
  database: string | undefined;
  profile: string | undefined;
};

/**
 * Reads the command line.
 * @throws CommandError with the usage.
 */
export function readOptions(args: string[]): Options {
  const { quick, seconds, only, peer, soak, database, profile } = parse(args);
  if (peer !== undefined && peer !== "kannel") throw wrong("--peer must be kannel");
  return {
    seconds: seconds === undefined ? (quick ? 3 : 10) : number(seconds),
    only: only ?? [],
    peer: peer !== undefined,
    soakSeconds: soak === undefined ? null : duration(soak),
    ...{ database, profile },
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        quick: { type: "boolean", default: false },
        seconds: { type: "string" },
        only: { type: "string", multiple: true },
        peer: { type: "string" },
        soak: { type: "string" },
        database: { type: "string" },
        profile: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

function number(text: string): number {
  const value = Number(text);
  if (!(value >= 1 && value <= 3600)) throw wrong("--seconds must be a number from 1 to 3600");
  return value;
}

function duration(text: string): number {
  const [, amount, unit] = /^(\d{1,5})(s|m|h)$/.exec(text) ?? [];
  if (amount === undefined) throw wrong("--soak must be a time such as 90s or 10m");
  return Number(amount) * { s: 1, m: 60, h: 3600 }[unit as "s" | "m" | "h"];
}

function wrong(what: string): CommandError {
  return new CommandError(`${what}.\n${USAGE}`);
}
