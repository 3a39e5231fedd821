import { parseArgs } from "node:util";
import { now } from "@/lib/clock";
import { openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { PortedImportError } from "@/lib/numbers/import-error";
import { importPorted, importPortedChanges } from "@/lib/numbers/import-ported";
import { formatNz } from "@/lib/sms/nz-time";
import { cellAddresses } from "@/scripts/lib/cell-databases";
import { CommandError, runCommand } from "@/server/base/command-error";
import { withDatabase } from "@/server/postgres/database";

const USAGE = [
  "Usage: npm run portability -- <command>",
  "  import <file.csv> [--allow-empty]   replaces all ported numbers with the file's",
  "  import <file.csv> --changes         adds and updates numbers; an empty network_code removes one",
  "  show                                the number of ported numbers, and the newest one's time",
  "The file starts with the line msisdn,network_code,ported_at. Every command prints JSON.",
].join("\n");

const OPTIONS = { changes: { type: "boolean" }, "allow-empty": { type: "boolean" } } as const;

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

async function importFile(url: string, file: string, changes: boolean, allowEmpty: boolean): Promise<object> {
  const startedAt = performance.now();
  try {
    const result = await (changes
      ? importPortedChanges(url, file, now())
      : importPorted(url, file, allowEmpty, now()));
    return { ...result, durationMs: Math.round(performance.now() - startedAt) };
  } catch (error) {
    if (error instanceof PortedImportError) throw new CommandError(error.message);
    throw error;
  }
}

/** Returns the number of ported numbers, and the New Zealand time of the newest; null if there is none. */
async function show(url: string): Promise<object> {
  const db = openDatabase(url, 1);
  try {
    const { _count: numbers, _max } = await db.prisma.portedNumber.aggregate({
      _count: true,
      _max: { portedAt: true },
    });
    return { numbers, newestPortedAt: _max.portedAt && formatNz(_max.portedAt) };
  } finally {
    await db.close();
  }
}

runCommand(async () => {
  const { positionals, values } = readArguments();
  const [action, file, ...rest] = positionals;
  const { changes = false, "allow-empty": allowEmpty = false } = values;
  const isImport = action === "import" && file !== undefined && !(changes && allowEmpty);
  const isShow = action === "show" && file === undefined && !changes && !allowEmpty;
  if (rest.length > 0 || !(isImport || isShow)) throw new CommandError(USAGE);
  await withDatabase(async (url) => {
    const cells = cellAddresses(url);
    const results = [];
    // Each cell has all ported numbers. They are imported one cell after the other.
    for (const { cell, url: of } of cells) {
      await migrate(of);
      const result = isImport ? await importFile(of, file, changes, allowEmpty) : await show(of);
      results.push(cells.length > 1 ? { cell, ...result } : result);
    }
    console.log(JSON.stringify(cells.length > 1 ? results : results[0], null, 2));
  });
});
