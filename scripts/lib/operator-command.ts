import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { GatewayError } from "@/lib/errors";
import { measureClock } from "@/lib/jobs/clock/measure-clock";
import { closeFurtherCells, databaseOfCommand } from "@/scripts/lib/cell-databases";
import { CommandError } from "@/server/base/command-error";
import { withDatabase } from "@/server/postgres/database";

type ArgumentOptions = NonNullable<ParseArgsConfig["options"]>;

export type OperatorCommand<Values> = (db: Database, values: Values) => Promise<object>;

/**
 * Runs an operator's command: reads the arguments, migrates the database, and opens the one of the cell that `--cell`
 * or `--email` names. Prints the command's result as JSON.
 * @throws CommandError with a sentence, and the usage if the arguments are wrong.
 */
export async function runOperatorCommand<const Options extends ArgumentOptions>(
  options: Options,
  commands: Record<string, OperatorCommand<ReturnType<typeof parseArgs<{ options: Options }>>["values"]>>,
  usage: string,
): Promise<void> {
  const { positionals, values } = readOptions(options, usage);
  const [name = ""] = positionals;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || positionals.length > 1) throw new CommandError(usage);
  await withDatabase(async (url) => {
    await migrate(url);
    const db = openDatabase(url, 2);
    try {
      await measureClock(db);
      const of = await databaseOfCommand(db, values);
      console.log(JSON.stringify(await command(of, values), null, 2));
    } catch (error) {
      if (error instanceof GatewayError || error instanceof RangeError) throw new CommandError(error.message);
      throw error;
    } finally {
      await closeFurtherCells(db);
      await db.close();
    }
  });
}

/**
 * Reads the arguments of a command.
 * @throws CommandError with the wrong argument, and the usage.
 */
export function readOptions<const Options extends ArgumentOptions>(options: Options, usage: string) {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
