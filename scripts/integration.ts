import { findAccountId } from "@/lib/accounts/find-account";
import {
  type Access,
  addressOf,
  curlOf,
  SECRET_PLACE,
} from "@/lib/contracts/integrations/integration-address";
import {
  INTEGRATION_KINDS,
  INTEGRATIONS,
  type IntegrationKind,
} from "@/lib/contracts/integrations/integration-kind";
import { type Database, openDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import type { Env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { closeFurtherCells, databaseOfCommand } from "@/scripts/lib/cell-databases";
import { readOptions } from "@/scripts/lib/operator-command";
import { CommandError, runCommand } from "@/server/base/command-error";
import { readSettings } from "@/server/base/settings";
import { withDatabase } from "@/server/postgres/database";

const USAGE = [
  "Usage: npm run integration -- test <kind> [--email E] [--to N] [--secret S]",
  "  prints a command that tests an integration. Its kind is one of",
  `  ${INTEGRATION_KINDS.join(", ")}`,
  "  --email E    the account of the integration (default: the demo account)",
  "  --to N       the number to text (default: a simulated handset)",
  "  --secret S   its key (only its hash is stored; without it, the command has a placeholder)",
].join("\n");

const OPTIONS = {
  email: { type: "string", default: "demo@example.com" },
  to: { type: "string", default: "64211234567" },
  secret: { type: "string", default: SECRET_PLACE },
} as const;

type Values = { email: string; to: string; secret: string };

/** Returns the account's integration for the command, and prints a warning if it is disabled. */
async function stateOf(db: Database, accountId: number, kind: IntegrationKind) {
  const found = await db.prisma.integration.findUnique({
    where: { accountId_kind: { accountId, kind } },
    select: { enabled: true, shortcodeId: true },
  });
  const title = INTEGRATIONS[kind].title;
  if (!found)
    throw new CommandError(
      `${title} isn't set up for this account. Set it up under Integrations in the Members Area.`,
    );
  if (!found.enabled) console.error(`${title} is disabled, so expect a refusal.`);
  return found;
}

function commandFor(access: Access, { secret, to }: Values, env: Env): string {
  const curl = curlOf(access, secret, to);
  if (curl !== null) return curl;
  if (env.emailToSmsDomain === undefined)
    throw new CommandError("EMAIL_TO_SMS_DOMAIN is not set, so no emails are accepted.");
  // The email needs a sender whose server signs, or may send for it: from here it can only be rejected.
  const lines = ["From: you@example.com", "Subject: Test", "", "Kia ora! This is a test."];
  return [
    `printf '${lines.join("\\r\\n")}\\r\\n' |`,
    `  curl smtp://localhost:${env.emailToSmsPort} --mail-from you@example.com`,
    `  --mail-rcpt ${to}@${env.emailToSmsDomain} --upload-file -`,
  ].join(" \\\n");
}

async function test(kind: IntegrationKind, values: Values): Promise<void> {
  const env = readSettings();
  await withDatabase(async (url) => {
    await migrate(url);
    const home = openDatabase(url, 1);
    try {
      const db = await databaseOfCommand(home, values);
      const custId = await findAccountId(db, values.email);
      const { shortcodeId } = await stateOf(db, custId, kind);
      const baseUrl = env.appUrl ?? `http://localhost:${env.port}`;
      const access: Access = { kind, baseUrl, custId, shortcodeId };
      if (values.secret === SECRET_PLACE && addressOf(access, "") !== null)
        console.error(`Put the integration's key in place of ${SECRET_PLACE}.`);
      console.log(commandFor(access, values, env));
    } catch (error) {
      if (error instanceof GatewayError) throw new CommandError(error.message);
      throw error;
    } finally {
      await closeFurtherCells(home);
      await home.close();
    }
  });
}

runCommand(async () => {
  const { positionals, values } = readOptions(OPTIONS, USAGE);
  const [what, given = "", ...more] = positionals;
  const kind = INTEGRATION_KINDS.find((known) => known === given.replaceAll("-", "_"));
  if (what !== "test" || kind === undefined || more.length > 0) throw new CommandError(USAGE);
  await test(kind, values as Values);
});
