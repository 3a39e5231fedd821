import { readFileSync } from "node:fs";
import { applyDocument, type DocumentApplied } from "@/lib/carriers/document/apply-document";
import { readDocument } from "@/lib/carriers/document/document";
import type { Setup } from "@/lib/carriers/setup/carrier-rows";
import type { Database } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { type Env, namedVariable } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { log } from "@/lib/log";

type Source = Pick<Env, "networks" | "networksFile">;

/**
 * Returns the text of the document that the settings name.
 * @throws GatewayError if they name none, or its file cannot be read.
 */
export function documentText({ networks, networksFile }: Source): string {
  if (networks !== undefined) return networks;
  if (networksFile === undefined)
    throw new GatewayError("invalid_parameter", "Neither NETWORKS nor NETWORKS_FILE is set.");
  try {
    // Next's bundler looks for files that a program reads. This file is the operator's.
    return readFileSync(/* turbopackIgnore: true */ networksFile, "utf8");
  } catch {
    throw new GatewayError("invalid_parameter", `The file ${networksFile} cannot be read.`);
  }
}

/**
 * Applies the document of the settings when a server starts, and logs each change (rules: networks document).
 * A rejected document changes nothing: the server continues with the existing networks.
 * @throws GatewayError if the document is rejected and no network exists: no message could be sent.
 */
export async function applyAtStart(
  db: Database,
  source: Source,
  setup: Setup & { now: Date },
): Promise<void> {
  try {
    const terms = { ...setup, variableOf: namedVariable, adopts: false, isDryRun: false };
    logChanges(await applyDocument(db, readDocument(documentText(source)), terms));
  } catch (error) {
    if ((await db.prisma.carrier.findFirst({ select: { id: true } })) === null) throw error;
    const isRefused = error instanceof GatewayError;
    const problem = isRefused ? error.message : "It could not be applied: see the log of the start.";
    if (isRefused) log().error({ reason: problem }, "the networks document was rejected");
    else logFailure(error, {}, "the networks document was not applied");
    const state = { refusedAt: setup.now, problem };
    await db.prisma.networksDocument.upsert({ where: { id: 1 }, create: state, update: state });
  }
}

function logChanges({ changes }: DocumentApplied): void {
  for (const { network, change } of changes)
    log().info({ carrier: network, change }, "the networks document changed something");
  if (changes.length === 0) log().info("the networks match their document");
}
