import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { BalancePanels } from "@/app/(members)/billing/_components/balance-panels";
import { MonthStatement } from "@/app/(members)/billing/_components/month-statement";
import { SettingsPanels } from "@/app/(members)/settings/_components/settings-panels";
import { queryKeyOf } from "@/components/members/query-key";
import { readStatement } from "@/lib/contracts/generated/members/billing";
import { readSettings } from "@/lib/contracts/generated/members/settings";
import type { BillingFacts, Statement } from "@/lib/contracts/members/billing";
import type { SettingsRecord } from "@/lib/contracts/members/settings";

const NUMBER = 120_738;

const FACTS: BillingFacts = {
  accountId: NUMBER,
  balance: "10.00",
  owed: null,
  hasGst: true,
  isCountryAwaited: false,
  firstMonth: "2026-10",
  thisMonth: "2026-11",
  topUpInstructions: "Pay with your account number.",
};
const SETTINGS: SettingsRecord = {
  accountId: NUMBER,
  name: "Ngā Manu",
  noticeEmails: [],
  defaultSenderId: null,
  templateSenderId: null,
  legacySendEnabled: true,
  passwordOnApi: true,
  senders: [],
  night: { start: "21:00", end: "07:00" },
};
const STATEMENT: Statement = {
  month: "2026-10",
  account: { id: NUMBER, name: "Ngā Manu", email: "manu@example.com", hasGst: true },
  supplier: null,
  isTaxInvoice: false,
  isSupplierAwaited: false,
  madeAt: "2026-11-21 12:00:00",
  isOpen: false,
  opening: "0.00",
  closing: "0.00",
  lines: [],
  charges: [],
  chargesOmitted: 0,
  chargeTotals: { net: "0.00", gst: "0.00", total: "0.00" },
  entries: [],
  entriesOmitted: 0,
};

/** Returns the text of a page once its reads are loaded, without markup. */
function textOf(page: ReactNode): string {
  const client = new QueryClient();
  client.setQueryData(queryKeyOf(readSettings, {}), SETTINGS);
  client.setQueryData(queryKeyOf(readStatement, { month: STATEMENT.month }), STATEMENT);
  const markup = renderToStaticMarkup(<QueryClientProvider client={client}>{page}</QueryClientProvider>);
  return markup.replaceAll(/<[^>]+>/g, "");
}

describe("the account's number", () => {
  it("stands with how to add money", () => {
    expect(textOf(<BalancePanels facts={FACTS} />)).toContain(
      `Pay with your account number.Account number: ${NUMBER}`,
    );
  });

  it.each([
    ["in Settings", <SettingsPanels key="settings" />],
    ["on a statement", <MonthStatement key="statement" month={STATEMENT.month} />],
  ])("stands %s", (_, page) => {
    expect(textOf(page)).toContain(`Account number: ${NUMBER}`);
  });
});
