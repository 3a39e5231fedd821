import { readFileSync } from "node:fs";
import {
  addCarrier,
  carrierNamed,
  drainCarrier,
  listCarriers,
  removeCarrier,
  settingsOf,
} from "@/lib/carriers/setup/carrier-rows";
import { tryCarrier } from "@/lib/carriers/setup/try-carrier";
import { now } from "@/lib/clock";
import { jobsMode } from "@/lib/jobs/mode";
import { type OperatorCommand, runOperatorCommand } from "@/scripts/lib/operator-command";
import { CommandError, runCommand } from "@/server/base/command-error";
import { keptFile, randomSecret } from "@/server/base/kept-file";
import { readSettings } from "@/server/base/settings";

const USAGE = `Usage: npm run carrier -- <what>
  add    --name N --file F [--kind smpp]   connects a network; F has its settings as JSON, the password among them
  list                                     the networks and how their links are, without secrets
  test   --name N --to 64… --sender S [--text T]   sends one message to a phone by a link of its own, and waits
                                           for its report
  drain  --name N [--off]                  has it take no more messages, or take them again
  remove --name N                          forgets it, once no messages wait for it
A server opens what is added within seconds. Every command prints JSON.`;

/** How long a test waits for a link, and for the report. */
const UP_WITHIN_MS = 15_000;
const REPORT_WITHIN_MS = 30_000;

const OPTIONS = {
  name: { type: "string" },
  kind: { type: "string", default: "smpp" },
  file: { type: "string" },
  to: { type: "string" },
  sender: { type: "string" },
  text: { type: "string", default: "A test of this network." },
  off: { type: "boolean" },
} as const;

type Values = {
  [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]["type"] extends "string" ? string : boolean;
};

function required(values: Values, name: "name" | "file" | "to" | "sender"): string {
  const value = values[name];
  if (value === undefined) throw new CommandError(`--${name} is required.\n${USAGE}`);
  return value;
}

/** What the server encrypts secrets under. */
function authSecret(): string {
  const { authSecret: secret, dataDir, databaseUrl } = readSettings();
  if (secret === undefined && databaseUrl !== undefined)
    throw new CommandError("AUTH_SECRET is not set: it must be the server's own.");
  return secret ?? keptFile(dataDir, "auth-secret", randomSecret);
}

function readSettingsFile(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  } catch {
    // The words of the parser's error may be a password.
    throw new CommandError(`${file} cannot be read, or is not JSON.`);
  }
}

const COMMANDS: Record<string, OperatorCommand<Values>> = {
  add: (db, values) => {
    const carrier = {
      ...{ name: required(values, "name"), kind: values.kind ?? "smpp" },
      given: readSettingsFile(required(values, "file")),
    };
    return addCarrier(db, carrier, { authSecret: authSecret(), hasServer: jobsMode() === "local" });
  },
  list: (db) => listCarriers(db, now()),
  test: async (db, values) => {
    const row = await carrierNamed(db, required(values, "name"));
    const trial = {
      ...{ to: required(values, "to"), sender: required(values, "sender"), text: values.text ?? "" },
      ...{ upWithinMs: UP_WITHIN_MS, reportWithinMs: REPORT_WITHIN_MS },
    };
    return tryCarrier(db, { ...row, given: settingsOf(row, authSecret()) }, trial, now());
  },
  drain: (db, values) => drainCarrier(db, required(values, "name"), values.off !== true),
  remove: (db, values) => removeCarrier(db, required(values, "name")),
};

runCommand(() => runOperatorCommand(OPTIONS, COMMANDS, USAGE));
