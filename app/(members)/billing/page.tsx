import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, searchValues } from "@/app/_session/search-values";
import { Billing } from "@/app/(members)/billing/_components/billing";
import {
  LEDGER_LIST,
  LEDGER_PAGE,
  RATE_CODE_LIST,
} from "@/app/(members)/billing/_components/billing-filter-names";
import { BILLING_ENDPOINTS } from "@/app/api/members/billing/endpoints";
import { given } from "@/components/members/given";
import { now } from "@/lib/clock";
import { readAutoTopUp } from "@/lib/contracts/members/auto-top-up";
import {
  type LedgerKind,
  listAlerts,
  listLedger,
  listRateCodes,
  readBilling,
  readUsage,
} from "@/lib/contracts/members/billing";
import { readCardTopUp } from "@/lib/contracts/members/card-top-up";
import type { TimeOrder } from "@/lib/contracts/members/cursor";
import { nzDate } from "@/lib/sms/nz-time";

export const metadata: Metadata = { title: "Billing" };

/** Draws the page of the account's money. */
export default async function BillingPage({ searchParams }: { searchParams: PageSearch }) {
  const { kind, order, ...place } = await searchValues(searchParams, LEDGER_LIST);
  const { codesOf, page } = await searchValues(searchParams, RATE_CODE_LIST);
  const ledger = given({
    ...place,
    kind: kind as LedgerKind,
    order: order as TimeOrder,
    limit: place.limit || LEDGER_PAGE,
  });
  const month = codesOf || nzDate(now()).slice(0, 7);
  const reads = [
    firstRead(BILLING_ENDPOINTS, readBilling, {}),
    firstRead(BILLING_ENDPOINTS, listAlerts, {}),
    firstRead(BILLING_ENDPOINTS, readCardTopUp, {}),
    firstRead(BILLING_ENDPOINTS, readAutoTopUp, {}),
    firstRead(BILLING_ENDPOINTS, readUsage, {}),
    firstRead(BILLING_ENDPOINTS, listRateCodes, { month, page: page || "1" }),
    firstRead(BILLING_ENDPOINTS, listLedger, ledger),
  ];
  return (
    <FirstReads reads={reads}>
      <Billing />
    </FirstReads>
  );
}
