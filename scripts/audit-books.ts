import { now } from "@/lib/clock";
import { isMovingIn } from "@/lib/db/cells/while-moving";
import { openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { env } from "@/lib/env";
import { measureClock } from "@/lib/jobs/clock/measure-clock";
import { auditBooks } from "@/lib/messages/audit/audit-books";
import { CHECKS } from "@/lib/messages/audit/checks";
import { cellAddresses } from "@/scripts/lib/cell-databases";
import { readOptions } from "@/scripts/lib/operator-command";
import { CommandError, runCommand } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";
import { withDatabase } from "@/server/postgres/database";

const USAGE = `Usage: npm run audit-books [-- --days N]
Compares balances, ledger, daily totals, messages, queue, submissions and reports of the last N days
or all kept days, in every cell. Changes nothing. Prints differences as JSON and exits with code 1 if there are any.`;

const DAY_MS = 24 * 3_600_000;

runCommand(async () => {
  const { positionals, values } = readOptions({ days: { type: "string" } }, USAGE);
  const days = values.days === undefined ? null : Number(values.days);
  if (positionals.length > 0 || (days !== null && !(Number.isInteger(days) && days > 0 && days <= 36_500)))
    throw new CommandError(USAGE);
  readSettings();
  const { messagesKeptDays } = env();
  const found = await withDatabase(async (home) => {
    const cells = cellAddresses(home);
    const all = [];
    for (const { cell, url } of cells) {
      await migrate(url);
      const db = openDatabase(url, 1, cell);
      try {
        await measureClock(db);
        if (await isMovingIn(db))
          throw new CommandError(`An account moves from or to cell ${cell}: run this once that has ended.`);
        const until = now();
        const ago = (length: number | null) =>
          length !== null ? new Date(until.getTime() - length * DAY_MS) : null;
        // Servers go on purging old rows meanwhile: the oldest day that is kept is left out.
        const keptDays = messagesKeptDays === undefined ? null : messagesKeptDays - 1;
        const findings = await auditBooks(db, { since: ago(days), until, keptSince: ago(keptDays) });
        for (const finding of findings)
          all.push({ ...(cells.length > 1 ? { cell } : {}), ...finding, says: CHECKS[finding.check] });
      } finally {
        await db.close();
      }
    }
    return all;
  });
  console.log(JSON.stringify({ agrees: found.length === 0, findings: found }, null, 2));
  if (found.length > 0) process.exitCode = 1;
});
