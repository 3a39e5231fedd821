import { parseArgs } from "node:util";
import { number } from "@/bench/lib/options";
import { CommandError } from "@/server/base/command-error";

const USAGE = `Usage: npm run bench -- --cells N [options]
  --cells N          from 2 to 8 databases with accounts in each, and one, in turns
  --seconds N        N seconds for each turn instead of 8
  --rounds N         N turns of each instead of 3
  --connections N    N connections that send, instead of 64
  --database URL     a PostgreSQL server whose role may create databases, instead of an embedded one`;

export type CellsOptions = {
  cells: number;
  seconds: number;
  rounds: number;
  connections: number;
  database: string | undefined;
};

/**
 * Reads the command line of the benchmark of cells.
 * @throws CommandError with the usage.
 */
export function readCellsOptions(args: string[]): CellsOptions {
  const { cells = "", seconds = "8", rounds = "3", connections = "64", database } = parse(args);
  const options = {
    cells: number(cells, "--cells", 8),
    seconds: number(seconds, "--seconds", 3_600),
    rounds: number(rounds, "--rounds", 9),
    connections: number(connections, "--connections", 1_000),
    database,
  };
  if (options.cells === 1) throw new CommandError(`--cells must be 2 or more.\n${USAGE}`);
  return options;
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  const options = { cells: text, seconds: text, rounds: text, connections: text, database: text };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}.\n${USAGE}`);
  }
}
