import { findAccountId } from "@/lib/accounts/find-account";
import { now } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { isId } from "@/lib/ids";
import { parseNzDateTime } from "@/lib/sms/nz-time";
import { type EndpointKey, endpointOf } from "@/lib/webhooks/endpoint/endpoint-key";
import { endpointNamedStatement } from "@/lib/webhooks/further/endpoints.sql";
import { readConfiguration } from "@/lib/webhooks/read-configuration";
import { resumeWebhook } from "@/lib/webhooks/register";
import { replaySince, resendDelivery } from "@/lib/webhooks/replay";
import { rollSigningSecret } from "@/lib/webhooks/signing/signing-secret";
import { type OperatorCommand, runOperatorCommand } from "@/scripts/lib/operator-command";
import { CommandError, runCommand } from "@/server/base/command-error";
import { keptSecret } from "@/server/base/kept-secret";

const USAGE = [
  "Usage: npm run webhooks -- <command> --email E",
  "  show                                URLs and latest deliveries",
  "  roll-secret                         a new signing secret, shown once; the previous one is valid for 24 hours,",
  "                                      and at most three can be valid",
  "  resend  --id D                      sends a delivery again",
  '  replay  --since "YYYY-MM-DD HH:MM:SS" [--all]   resends undelivered events since then, or all events',
  "  resume  --kind inbound|report       resumes a paused endpoint",
  "  resume  --name N                    resumes one of the others, by its name",
  "Times are NZ time. Every command prints JSON.",
].join("\n");

const LATEST = 20;

const OPTIONS = {
  email: { type: "string" },
  id: { type: "string" },
  since: { type: "string" },
  kind: { type: "string" },
  name: { type: "string" },
  all: { type: "boolean" },
} as const;

type Values = {
  [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]["type"] extends "string" ? string : boolean;
};

async function show(db: Database, accountId: number): Promise<object> {
  const { success: _success, ...configuration } = await readConfiguration(db, accountId);
  const endpoints = await db.prisma.webhookEndpoint.findMany({
    where: { accountId },
    orderBy: [{ kind: "asc" }, { number: "asc" }],
    select: { kind: true, name: true, url: true, failingSince: true, pausedAt: true, pausedByHand: true },
  });
  const latest = await db.prisma.webhookDelivery.findMany({
    where: { accountId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: LATEST,
    omit: { body: true, accountId: true },
  });
  return { ...configuration, endpoints, latest };
}

async function rollSecret(db: Database, accountId: number): Promise<object> {
  const secret = await db.transaction((tx) => rollSigningSecret(tx, accountId, keptSecret().secret, now()));
  return { secret };
}

async function resend(db: Database, accountId: number, { id = "" }: Values): Promise<object> {
  if (!isId(id)) throw new CommandError(`--id must be the id of a delivery.\n${USAGE}`);
  return { resent: await resendDelivery(db, accountId, id, now()) };
}

async function replay(db: Database, accountId: number, { since = "", all = false }: Values): Promise<object> {
  const from = parseNzDateTime(since, "start");
  if (from === null) throw new CommandError(`--since must be a time.\n${USAGE}`);
  return { replayed: await replaySince(db, { accountId, since: from, all }, now()) };
}

/** Returns the endpoint that `--kind` or `--name` names. */
async function endpointGiven(db: Database, accountId: number, { kind, name }: Values): Promise<EndpointKey> {
  if (name === undefined) {
    if (kind !== "inbound" && kind !== "report")
      throw new CommandError(`--kind must be inbound or report.\n${USAGE}`);
    return endpointOf(accountId, kind);
  }
  const [found] = await db.query<{ number: number }>(endpointNamedStatement(accountId, name));
  if (!found) throw new CommandError(`There is no endpoint called ${name}.`);
  return { accountId, kind: "further", number: found.number };
}

async function resume(db: Database, accountId: number, values: Values): Promise<object> {
  const endpoint = await endpointGiven(db, accountId, values);
  const resumed = await db
    .transaction((tx) => resumeWebhook(tx, endpoint, now()))
    .then(
      () => true,
      (error) => {
        if (error instanceof GatewayError && error.code === "conflict") return false;
        throw error;
      },
    );
  return { resumed };
}

type AccountCommand = (db: Database, accountId: number, values: Values) => Promise<object>;

/** Returns a command about the account that `--email` names. */
function of(command: AccountCommand): OperatorCommand<Values> {
  return async (db, values) => {
    if (values.email === undefined) throw new CommandError(USAGE);
    return command(db, await findAccountId(db, values.email), values);
  };
}

const COMMANDS = {
  show: of(show),
  "roll-secret": of(rollSecret),
  resend: of(resend),
  replay: of(replay),
  resume: of(resume),
};

runCommand(() => runOperatorCommand(OPTIONS, COMMANDS, USAGE));
