import { readOptions } from "@/bench/lib/base/options";
import { runBench } from "@/bench/lib/base/run-bench";
import { measureBilling } from "@/bench/lib/growth/billing";
import { measureMessages } from "@/bench/lib/growth/messages";
import { measurePages } from "@/bench/lib/growth/pages";
import { measurePortability } from "@/bench/lib/growth/portability";
import { CommandError } from "@/server/base/command-error";

const USAGE = `Usage: npm run bench -- growth [MILLIONS] [options]
  The cost of acceptance, dispatch and reports beside a year of old messages, in turns with a database without them.
  MILLIONS           old messages; 2 unless told
  --database URL     a PostgreSQL server whose role may create databases, instead of an embedded one
  --billing          instead: billing queries of an account with half of the messages
  --pages            instead: the time until each page of that account is painted. It fails above 300 ms
  --portability      instead: the import of so many ported numbers, and the cost of sends and look-ups beside them`;

const options = readOptions(
  USAGE,
  { database: "", billing: false, pages: false, portability: false },
  process.argv.slice(2),
);

runBench(async () => {
  const count = Math.round(Number(options.words[0] ?? 2) * 1e6);
  if (!(count > 0)) throw new CommandError(`MILLIONS must be a number above 0.\n${USAGE}`);
  const { database } = options;
  if (options.billing) return measureBilling(count, database);
  if (options.pages) return measurePages(count, database);
  if (options.portability) return measurePortability(count, database);
  return measureMessages(count, database);
});
