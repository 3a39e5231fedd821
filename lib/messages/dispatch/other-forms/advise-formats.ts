import { keepEvents } from "@/lib/carriers/carrier-events";
import { idAdvice } from "@/lib/carriers/smpp/id-advice";
import { now } from "@/lib/clock";
import { type Database, db as homeDatabase } from "@/lib/db/client";
import { logFailure } from "@/lib/db/log-failure";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { formatsOf, type IdFormats, proposedFormats } from "@/lib/smpp/receipt/message-id";

/** A reference in the form of the response, and in the form of a receipt. */
export type IdPair = { recorded: string; reported: string };

/** The time of each carrier's last check: not every receipt checks the settings. */
const looks = processWide("gatewayIdAdvice", () => new WeakMap<Database, Map<string, number>>());

/** The time for which a carrier's receipts are not checked again. Settings may have changed since. */
const AGAIN_MS = 60_000;

/**
 * Proposes the settings `responseIds` and `receiptIds` by which a network's ids match, once for each pair. An event
 * of the network stores the proposal for the page Networks (rules: network events). A failure is only logged.
 */
export async function adviseFormats(carrier: string, pairs: readonly IdPair[]): Promise<void> {
  if (pairs.length === 0) return;
  const home = homeDatabase();
  const looked = looks.value.get(home) ?? new Map<string, number>();
  looks.value.set(home, looked);
  const at = performance.now();
  if (at - (looked.get(carrier) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return;
  looked.set(carrier, at);
  try {
    await propose(home, carrier, pairs);
  } catch (error) {
    logFailure(error, { carrier }, "the formats of a network's ids were not proposed");
  }
}

async function propose(home: Database, carrier: string, pairs: readonly IdPair[]): Promise<void> {
  const { prisma } = home;
  const row = await prisma.carrier.findUnique({ where: { name: carrier }, select: { settings: true } });
  if (!row) return;
  const current = formatsOf(row.settings);
  const proposed = pairs.reduce<IdFormats | null>(
    (found, { recorded, reported }) => found ?? proposedFormats(recorded, reported, current),
    null,
  );
  if (!proposed) return;
  const reason = idAdvice(proposed);
  const last = await prisma.carrierEvent.findFirst({
    where: { carrier, kind: "ids" },
    orderBy: { id: "desc" },
    select: { reason: true },
  });
  if (last?.reason === reason) return;
  log().warn({ carrier, ...proposed }, "receipts have ids in another base: set responseIds and receiptIds");
  await keepEvents(home, [{ id: newId(), carrier, kind: "ids", link: null, reason, happenedAt: now() }]);
}
