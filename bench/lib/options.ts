import { parseArgs } from "node:util";
import { CommandError } from "@/server/base/command-error";

export const USAGE = `Usage: npm run bench [-- options]
       npm run bench -- carriers [options]
       npm run bench -- --cells N [options]
  carriers           instead: from the queue to networks, which is also measured at the end of a run without --only
  --cells N          instead: what a message costs where accounts are spread over N databases, beside one
  --quick            3 seconds for each scenario instead of 10, once
  --seconds N        N seconds for each
  --rounds N         all of them N times in turn, and the median of each figure; 3 unless told, 1 with --quick
  --only NAME        only scenarios with this in their name, and those they are compared with; may be repeated
  --peer kannel      Kannel beside it, where it is installed
  --soak 10m         single sends for so long at the end, with the memory of each second
  --database URL     a PostgreSQL server whose role may create databases, instead of an embedded one
  --profile FOLDER   writes there what took the server's time, and the embedded database's in each scenario`;

export type Options = {
  seconds: number;
  rounds: number;
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
  const { quick, seconds, rounds, only, peer, soak, database, profile } = parse(args);
  if (peer !== undefined && peer !== "kannel") throw wrong("--peer must be kannel");
  return {
    seconds: seconds === undefined ? (quick ? 3 : 10) : number(seconds, "--seconds", 3600),
    rounds: rounds === undefined ? (quick ? 1 : 3) : number(rounds, "--rounds", 9),
    only: only ?? [],
    peer: peer !== undefined,
    soakSeconds: soak === undefined ? null : duration(soak),
    database,
    profile,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        quick: { type: "boolean", default: false },
        seconds: { type: "string" },
        rounds: { type: "string" },
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

/**
 * A whole number from 1 to the most.
 * @throws CommandError with the usage.
 */
export function number(text: string, option: string, most: number): number {
  const value = Number(text);
  if (!(Number.isInteger(value) && value >= 1 && value <= most)) {
    throw wrong(`${option} must be a whole number from 1 to ${most}`);
  }
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
