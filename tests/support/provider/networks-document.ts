import { applyDocument, type DocumentApplied } from "@/lib/carriers/document/apply-document";
import { readDocument } from "@/lib/carriers/document/document";
import { readRoutes } from "@/lib/carriers/setup/route-rows";
import { now } from "@/lib/clock";
import { db } from "@/lib/db/client";
import { TEST_SECRET } from "@/tests/support/database/submission";
import { givenFor } from "@/tests/support/provider/http-carrier";

/** The settings of a carrier in documents, without its password. */
export const SETTINGS = { host: "127.0.0.1", port: 2775, systemId: "gateway", tps: 10 };
export const SETUP = { authSecret: TEST_SECRET, hasServer: true };
const VARIABLES: Record<string, string> = {};

/** Sets the variable that contains the password of `north`. */
export function setPassword(password: string): void {
  VARIABLES.NORTH_PASSWORD = password;
}

/** Returns an SMPP carrier for a document. */
export const north = (settings: object = {}) => ({
  kind: "smpp",
  settings: { ...SETTINGS, password: { env: "NORTH_PASSWORD" }, ...settings },
  senders: ["2190", "552"],
});

export const MASKED = { sender: "552", source: "64210030552", ton: 1 };

/** Returns an HTTP carrier for a document. */
export const kannel = () => ({
  kind: "http",
  settings: { ...givenFor("http://127.0.0.1:13013"), webhookToken: undefined },
  senders: [MASKED],
});

/** Returns one route for all messages to some carriers. */
export const to = (...carriers: string[]) => [{ targets: carriers.map((carrier) => ({ carrier })) }];

type Options = { adopts?: boolean; isDryRun?: boolean; hasServer?: boolean };

/** Applies a document to the test's database. */
export async function applied(document: unknown, options: Options = {}): Promise<DocumentApplied> {
  const setup = { ...SETUP, adopts: false, isDryRun: false, now: now(), ...options };
  const variableOf = (name: string) => VARIABLES[name];
  return applyDocument(db(), readDocument(JSON.stringify(document)), { ...setup, variableOf });
}

/**
 * Applies a document.
 * @returns the changes, one a line.
 */
export const changes = async (document: unknown, options?: Options) =>
  (await applied(document, options)).changes.map(({ network, change }) => `${network}: ${change}`);

export const carrierRows = () => db().prisma.carrier.findMany({ orderBy: { name: "asc" } });

/** Returns all rows that a document may change. */
export const networksNow = async () => [await carrierRows(), await readRoutes(db())];
