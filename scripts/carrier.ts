import { readFileSync } from "node:fs";
import { findAccountId } from "@/lib/accounts/find-account";
import type { Carrier } from "@/lib/carriers/carrier";
import { documentText } from "@/lib/carriers/document/apply-at-start";
import { applyDocument } from "@/lib/carriers/document/apply-document";
import { readDocument } from "@/lib/carriers/document/document";
import { blockRange, listBlocked, unblockRange } from "@/lib/carriers/setup/blocked-rows";
import {
  addCarrier,
  carrierNamed,
  drainCarrier,
  enableCarrier,
  listCarriers,
  removeCarrier,
  settingsOf,
} from "@/lib/carriers/setup/carrier-rows";
import { changeSetting, isSecretSetting } from "@/lib/carriers/setup/change-setting";
import { listErrorRules, removeErrorRule, setErrorRule } from "@/lib/carriers/setup/error-rule-rows";
import { readRoutes, replaceRoutes } from "@/lib/carriers/setup/route-rows";
import { TRIAL_TEXT, tryCarrier } from "@/lib/carriers/setup/try-carrier";
import { now } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { namedVariable } from "@/lib/env";
import { addKeyword, listKeywords, removeKeyword } from "@/lib/inbound/keyword-rows";
import { carrierEvents } from "@/lib/jobs/carriers/carrier-events";
import { jobsMode } from "@/lib/jobs/mode";
import { routeLosses, withLosses } from "@/lib/messages/networks/targets/route-losses";
import { trialRecords } from "@/lib/messages/networks/trial/trial-records";
import { explainRoute, type RouteQuestion } from "@/lib/messages/send/routing/explain-route";
import { normaliseMsisdn } from "@/lib/sms/numbers/msisdn";
import { type OperatorCommand, runOperatorCommand } from "@/scripts/lib/operator-command";
import { readSecret } from "@/scripts/lib/read-secret";
import { CommandError, runCommand } from "@/server/base/command-error";
import { keptSecret } from "@/server/base/kept-secret";
import { readSettings } from "@/server/base/settings";

const USAGE = [
  "Usage: npm run carrier -- <command>",
  "  add    --name N --file F [--kind K]      connects a network; F has its settings as JSON, with the password",
  "                                           and its kind, smpp or http; without, it is smpp",
  "  set    --name N --setting S (--value V | --off)   changes a setting, such as --setting tps --value 50 or",
  "                                           --setting timers.responseTimeoutMs --value 30000; --off: the usual value",
  "                                           again. A secret, such as password, is asked for or read from standard input",
  "  list                                     networks, the state of their links, and the messages sent to each a second",
  "  test   --name N --to 64… --sender S [--text T]   sends a test message and prints the response; a network with",
  "                                           links waits for the report. Without T it ends with the characters that",
  "                                           a wrong alphabet spoils: @$_[]{}|~^\\",
  "  drain  --name N [--off]                  stops new messages; --off resumes",
  "  disable --name N                         closes its links; enable --name N opens them again",
  "  remove --name N                          removes it; refused while messages are queued or a route uses it",
  "  routes [--file F]                        routes and senders; with F, replaces them all",
  "  route  --to 64… --sender S [--account ID] [--type sms|otp|appointment] [--class transactional|marketing]",
  "         [--text T]",
  "                                           the route and network of a message, and why",
  "  blocked                                  the ranges of numbers that nothing is sent to, and their exceptions",
  "  block  --prefix P [--except | --off]     blocks the numbers that begin with P; --except lets them through a shorter",
  "                                           range; --off removes either",
  "  errors                                   the rules for errors of all networks of a kind, and their meanings",
  "  error  --kind smpp|http --code C (--action A [--delay-ms N] [--tries N] | --off)",
  "                                           sets the action for an error of every network of a kind, such as",
  "                                           --code 0x0000000B --action elsewhere; --off: the usual again",
  "  apply  [--file F] [--dry-run] [--adopt]  makes networks, routes and keywords as a document states them; without F, the one",
  "                                           of NETWORKS or NETWORKS_FILE. With --adopt also those created manually",
  "  keywords [--sender S]                    keywords of inbound messages to shared senders, and their accounts",
  "  keyword --sender S --word W (--email E | --off)   routes messages that start with W to an account; --off stops",
  "Servers apply changes within seconds. Every command prints JSON.",
].join("\n");

/** The time for which a test waits for a link, and for the report. */
const UP_WITHIN_MS = 22_000;
const REPORT_WITHIN_MS = 30_000;

const OPTIONS = {
  name: { type: "string" },
  kind: { type: "string" },
  file: { type: "string" },
  to: { type: "string" },
  sender: { type: "string" },
  word: { type: "string" },
  email: { type: "string" },
  code: { type: "string" },
  action: { type: "string" },
  "delay-ms": { type: "string" },
  tries: { type: "string" },
  prefix: { type: "string" },
  except: { type: "boolean" },
  setting: { type: "string" },
  value: { type: "string" },
  text: { type: "string", default: TRIAL_TEXT },
  off: { type: "boolean" },
  "dry-run": { type: "boolean" },
  adopt: { type: "boolean" },
  account: { type: "string", default: "0" },
  type: { type: "string", default: "sms" },
  class: { type: "string", default: "transactional" },
} as const;

type Values = {
  [Name in keyof typeof OPTIONS]?: (typeof OPTIONS)[Name]["type"] extends "string" ? string : boolean;
};

type RequiredOption =
  | "setting"
  | "value"
  | "name"
  | "kind"
  | "file"
  | "to"
  | "sender"
  | "word"
  | "email"
  | "code"
  | "action"
  | "prefix";

function required(values: Values, name: RequiredOption): string {
  const value = values[name];
  if (value === undefined) throw new CommandError(`--${name} is required.\n${USAGE}`);
  return value;
}

function readSettingsFile(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  } catch {
    // The parser's error could quote a password.
    throw new CommandError(`${file} cannot be read, or is not JSON.`);
  }
}

function question(values: Values): RouteQuestion {
  const [sender, to] = [required(values, "sender"), required(values, "to")];
  const { type, class: messageClass } = values;
  const msisdn = normaliseMsisdn(to);
  if (msisdn === null) throw new CommandError(`'${to}' is not a number.`);
  const sendType = SEND_TYPES.find((known) => known === type);
  const known = MESSAGE_CLASSES.find((one) => one === messageClass);
  if (!sendType) throw new CommandError(`--type must be one of ${SEND_TYPES.join(", ")}.`);
  if (!known) throw new CommandError(`--class must be one of ${MESSAGE_CLASSES.join(", ")}.`);
  return {
    accountId: accountGiven(values),
    sender,
    msisdn,
    sendType,
    messageClass: known,
    text: values.text,
  };
}

/** Returns the account of the message; 0, which is no account's id, by default. */
function accountGiven({ account = "0" }: Values): number {
  if (/^\d{1,10}$/.test(account) && Number(account) <= MAX_ACCOUNT_ID) return Number(account);
  throw new CommandError("--account must be the id of an account.");
}

/** Reads an option that is a number. */
function number(
  values: Values,
  name: "delay-ms" | "tries",
  [least, most]: readonly [number, number],
): number | undefined {
  const given = values[name];
  if (given === undefined) return undefined;
  const read = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (read >= least && read <= most) return read;
  throw new CommandError(`--${name} must be a whole number from ${least} to ${most}.`);
}

/** The last id that an account can have. */
const MAX_ACCOUNT_ID = 2_147_483_647;

const DELAY_MS = [0, 86_400_000] as const;
const TRIES = [1, 100] as const;

const SEND_TYPES = ["sms", "otp", "appointment"] as const;
const MESSAGE_CLASSES = ["transactional", "marketing"] as const;

/** Returns the new value of a setting. A secret must not be an argument. */
async function newValue(db: Database, values: Values, path: string): Promise<string | null> {
  const { value, off } = values;
  if (value !== undefined && off === true) throw new CommandError(`--value or --off, not both.\n${USAGE}`);
  if (off === true) return null;
  const isSecret = await isSecretSetting(db, { name: required(values, "name"), path });
  if (isSecret && value !== undefined)
    throw new CommandError(
      `${path} is a secret: omit --value. The command asks for the secret, or reads it from standard input.`,
    );
  return isSecret ? readSecret(path) : (value ?? required(values, "value"));
}

const COMMANDS: Record<string, OperatorCommand<Values>> = {
  add: (db, values) => {
    const { kind: inFile, ...given } = readSettingsFile(required(values, "file"));
    const kind = values.kind ?? String(inFile ?? "smpp");
    const carrier = { name: required(values, "name"), kind, given };
    return addCarrier(db, carrier, { authSecret: keptSecret().secret, hasServer: jobsMode() === "local" });
  },
  set: async (db, values) => {
    const path = required(values, "setting");
    const change = { name: required(values, "name"), path, value: await newValue(db, values, path) };
    const setup = { authSecret: keptSecret().secret, db };
    return db.transaction((tx) => changeSetting(tx, change, setup));
  },
  list: (db) => listCarriers(db, now()),
  test: async (db, values) => {
    const row = await carrierNamed(db, required(values, "name"));
    const trial = {
      to: required(values, "to"),
      sender: required(values, "sender"),
      text: values.text ?? "",
      upWithinMs: UP_WITHIN_MS,
      reportWithinMs: REPORT_WITHIN_MS,
    };
    const store = {
      events: (carrier: Carrier) => carrierEvents(db, carrier),
      records: trialRecords(db, row.name),
    };
    return tryCarrier(db, { ...row, given: settingsOf(row, keptSecret().secret) }, trial, {
      ...store,
      at: now(),
    });
  },
  drain: (db, values) =>
    db.transaction((tx) => drainCarrier(tx, required(values, "name"), values.off !== true)),
  disable: (db, values) => db.transaction((tx) => enableCarrier(tx, required(values, "name"), false)),
  enable: (db, values) => db.transaction((tx) => enableCarrier(tx, required(values, "name"), true)),
  remove: (db, values) => db.transaction((tx) => removeCarrier(tx, required(values, "name"), db)),
  routes: async (db, { file }) => {
    if (file === undefined) return readRoutes(db);
    const replaced = await db.transaction((tx) => replaceRoutes(tx, readSettingsFile(file)));
    return { ...replaced, ...withLosses(await routeLosses(db, await readRoutes(db), now())) };
  },
  apply: async (db, { file, adopt, "dry-run": isDryRun }) => {
    const text = documentText(
      file === undefined ? readSettings() : { networks: undefined, networksFile: file },
    );
    const document = readDocument(text);
    const applied = await applyDocument(db, document, {
      authSecret: keptSecret().secret,
      hasServer: jobsMode() === "local",
      variableOf: namedVariable,
      adopts: adopt === true,
      isDryRun: isDryRun === true,
      now: now(),
    });
    const { routes, blocked } = await readRoutes(db);
    const list = { routes: document.routes ?? routes, blocked: document.blocked ?? blocked };
    return { ...applied, ...withLosses(await routeLosses(db, list, now())) };
  },
  blocked: (db) => listBlocked(db),
  block: (db, values) => {
    const prefix = required(values, "prefix");
    if (values.off === true) return db.transaction((tx) => unblockRange(tx, prefix));
    return db.transaction((tx) => blockRange(tx, { prefix, isException: values.except === true }));
  },
  errors: (db) => listErrorRules(db),
  error: (db, values) => {
    const about = { kind: required(values, "kind"), code: required(values, "code") };
    if (values.off === true) return db.transaction((tx) => removeErrorRule(tx, about));
    const [delayMs, tries] = [number(values, "delay-ms", DELAY_MS), number(values, "tries", TRIES)];
    const rule = { ...about, action: required(values, "action"), delayMs, tries };
    return db.transaction((tx) => setErrorRule(tx, rule));
  },
  keywords: (db, { sender }) => listKeywords(db, sender),
  keyword: async (db, values) => {
    const keyword = { sender: required(values, "sender"), word: required(values, "word") };
    if (values.off === true) return removeKeyword(db, keyword);
    return addKeyword(db, keyword, await findAccountId(db, required(values, "email")));
  },
  route: (db, values) => explainRoute(db, question(values), now()),
};

runCommand(() => runOperatorCommand(OPTIONS, COMMANDS, USAGE));
