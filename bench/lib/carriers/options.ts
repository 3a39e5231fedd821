import { parseArgs } from "node:util";
import { CommandError } from "@/server/base/command-error";

export const CARRIERS_USAGE = `Usage: npm run bench -- carriers [options]
  --only NAME         only scenarios with this in their name
  --rate N            fails where fewer go a second to a network without latency; 4000 unless told
  --latency-rate N    fails where fewer go a second to one that answers after 50 ms; 360 unless told
  --without-kannel    Kannel is left out, which is measured beside it where it is installed
  --profile FOLDER    writes there what took the server's time, and the database's in each scenario
  --dead              instead: how long messages take to a network that works, alone and beside a dead one
  --dead-percent N    fails where p99 is more by N in a hundred beside it; 10 unless told
  --sends             instead: what a send by HTTP to a network by SMPP costs
  --rounds N          of --dead and --sends: it is measured N times, in turns; 3 unless told
  --seconds N         of --dead and --sends: each time for so long; 20 unless told`;

export type CarriersOptions = {
  only: string;
  /** What must go a second: by a network without latency, and by one that answers after 50 ms. */
  limits: { rate: number; latencyRate: number; deadPercent: number };
  withKannel: boolean;
  profile: string | undefined;
  isBesideDead: boolean;
  isOfSends: boolean;
  rounds: number;
  seconds: number;
};

/**
 * Reads the command line.
 * @throws CommandError with the usage.
 */
export function readCarriersOptions(args: string[]): CarriersOptions {
  const values = parse(args);
  return {
    only: values.only ?? "",
    limits: {
      rate: number(values.rate, "--rate", 4_000),
      latencyRate: number(values["latency-rate"], "--latency-rate", 360),
      deadPercent: number(values["dead-percent"], "--dead-percent", 10),
    },
    withKannel: values["without-kannel"] !== true,
    profile: values.profile,
    isBesideDead: values.dead === true,
    isOfSends: values.sends === true,
    rounds: Math.max(1, number(values.rounds, "--rounds", 3)),
    seconds: Math.max(1, number(values.seconds, "--seconds", 20)),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        only: { type: "string" },
        rate: { type: "string" },
        "latency-rate": { type: "string" },
        "dead-percent": { type: "string" },
        "without-kannel": { type: "boolean" },
        dead: { type: "boolean" },
        sends: { type: "boolean" },
        rounds: { type: "string" },
        seconds: { type: "string" },
        profile: { type: "string" },
      },
    }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${CARRIERS_USAGE}`);
  }
}

function number(text: string | undefined, option: string, usual: number): number {
  if (text === undefined) return usual;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new CommandError(`${option} must be a whole number.\n${CARRIERS_USAGE}`);
}

/** A figure and its limit. */
export type Limited = { name: string; figure: number; least?: number; most?: number };

/** A sentence for each limit that is broken. */
export function brokenLimits(all: readonly Limited[]): string[] {
  const written = (figure: number) => figure.toLocaleString("en", { maximumFractionDigits: 1 });
  return all.flatMap(({ name, figure, least, most }) => {
    // What is no number has met no limit.
    if (least !== undefined && !(figure >= least))
      return [`${name}: ${written(figure)}, under ${written(least)}.`];
    if (most !== undefined && !(figure <= most))
      return [`${name}: ${written(figure)}, over ${written(most)}.`];
    return [];
  });
}
