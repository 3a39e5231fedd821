import { drawStatement } from "@/app/api/members/billing/statement/pdf/draw-statement";
import { addAlert, changeAlert, listAlerts, removeAlert } from "@/lib/billing/alerts/change-alerts";
import {
  readAutoTopUp,
  resumeAutoTopUp,
  saveAutoTopUp,
  stopAutoTopUp,
} from "@/lib/billing/auto-top-up/change-auto-top-up";
import { beginCardTopUp } from "@/lib/billing/cards/card-top-up";
import { currentCards } from "@/lib/billing/cards/current-cards";
import { beginSavedCard, removeSavedCard } from "@/lib/billing/cards/saved-card";
import { readBillingFacts } from "@/lib/billing/statements/facts";
import { LEDGER_COLUMNS, ledgerCells, listLedger, readLedger } from "@/lib/billing/statements/ledger";
import type { LedgerRow } from "@/lib/billing/statements/ledger.sql";
import { readStatement } from "@/lib/billing/statements/statement";
import { listRateCodes, readUsage } from "@/lib/billing/statements/usage";
import {
  beginSavedCardOperation,
  readAutoTopUp as readAutoTopUpOperation,
  removeSavedCardOperation,
  resumeAutoTopUpOperation,
  saveAutoTopUpOperation,
  stopAutoTopUpOperation,
} from "@/lib/contracts/members/auto-top-up";
import {
  addAlertOperation,
  changeAlertOperation,
  exportLedger,
  listAlerts as listAlertsOperation,
  listLedger as listLedgerOperation,
  listRateCodes as listRateCodesOperation,
  readBilling,
  readStatement as readStatementOperation,
  readStatementPdf,
  readUsage as readUsageOperation,
  removeAlertOperation,
} from "@/lib/contracts/members/billing";
import { beginCardTopUpOperation, CARD_DOLLARS, readCardTopUp } from "@/lib/contracts/members/card-top-up";
import { env } from "@/lib/env";
import { GatewayError } from "@/lib/errors";
import { tableOf } from "@/lib/http/endpoint-table";
import { member } from "@/lib/http/member";
import { csvResponse, inBatches } from "@/lib/http/reply/csv";

const BATCH = 1_000;

export const BILLING_ENDPOINTS = tableOf([
  member(readBilling, ({ db, member, now }) =>
    readBillingFacts(db, member.accountId, env().topUpInstructions, now),
  ),
  member(listAlertsOperation, async ({ db, member, now }) => ({
    alerts: await listAlerts(db, member.accountId, now),
  })),
  member(addAlertOperation, "alert_added", async (tx, { member, input, now }) => {
    await addAlert(tx, member.accountId, input, now);
    return { details: input };
  }),
  member(changeAlertOperation, "alert_changed", async (tx, { member, input, now }) => {
    const { kind, isChanged } = await changeAlert(tx, member.accountId, input, now);
    return { details: isChanged ? { kind, amount: input.amount } : null };
  }),
  member(removeAlertOperation, "alert_removed", async (tx, { member, input: { id } }) => ({
    details: await removeAlert(tx, member.accountId, id),
  })),
  member(readAutoTopUpOperation, async ({ db, member, now }) => ({
    available: currentCards() !== null,
    ...(await readAutoTopUp(db, member.accountId, now)),
  })),
  member(saveAutoTopUpOperation, "auto_top_up_changed", async (tx, { member, input }) => {
    const state = await saveAutoTopUp(tx, member.accountId, input);
    return { details: { state, ...input } };
  }),
  member(resumeAutoTopUpOperation, "auto_top_up_resumed", async (tx, { member }) => ({
    details: (await resumeAutoTopUp(tx, member.accountId)) ? {} : null,
  })),
  member(stopAutoTopUpOperation, "auto_top_up_stopped", async (tx, { member }) => ({
    details: (await stopAutoTopUp(tx, member.accountId)) ? {} : null,
  })),
  member(readCardTopUp, async () => ({ available: currentCards() !== null, ...CARD_DOLLARS })),
  member(
    beginCardTopUpOperation,
    async ({ member, input }) => {
      const cards = currentCards();
      if (!cards) throw new GatewayError("not_found", "Card payments are not available.");
      return { url: await beginCardTopUp(cards, member, input.dollars) };
    },
    "at-once",
  ),
  member(listLedgerOperation, ({ db, member, input }) => listLedger(db, member.accountId, input), "long"),
  member(exportLedger, async ({ db, member: { accountId, ownAccountId }, stillReads, input }) => {
    const read = (after: LedgerRow | undefined, limit: number) =>
      readLedger(db, accountId, input, { place: after ?? null, direction: "older", limit });
    const name = input.month ? `ledger-${input.month}` : "ledger";
    return csvResponse(
      // An administrator who views the account waits in a turn of their own, in the account's cell.
      { accountId: ownAccountId, cell: db.cell, stillReads },
      { name, columns: LEDGER_COLUMNS, cells: ledgerCells },
      inBatches(BATCH, read),
    );
  }),
  member(
    listRateCodesOperation,
    ({ db, member, input, now }) => listRateCodes(db, member.accountId, input, now),
    "long",
  ),
  member(
    beginSavedCardOperation,
    async ({ db, member }) => {
      const cards = currentCards();
      if (!cards) throw new GatewayError("not_found", "Card payments are not available.");
      return { url: await beginSavedCard(db, cards, member) };
    },
    "at-once",
  ),
  member(removeSavedCardOperation, "card_removed", async (tx, { member, now }) => ({
    details: await removeSavedCard(tx, member.accountId, now),
  })),
  member(
    readStatementOperation,
    ({ db, member: { accountId, isAdmin }, input: { month }, now }) =>
      readStatement(db, { accountId, month, supplier: env().supplier, isAdmin }, now),
    "long",
  ),
  member(
    readStatementPdf,
    async ({ db, member: { accountId }, input: { month }, now }) => {
      const { supplier } = env();
      const statement = await readStatement(db, { accountId, month, supplier, isAdmin: false }, now);
      return new Response(new Uint8Array(await drawStatement(statement)), {
        headers: {
          "Content-Type": "application/pdf",
          "Content-Disposition": `attachment; filename="statement-${month}.pdf"`,
          "Cache-Control": "no-store",
        },
      });
    },
    "long",
  ),
  member(
    readUsageOperation,
    async ({ db, member, now }) => ({
      months: await readUsage(db, member.accountId, now),
    }),
    "long",
  ),
]);
