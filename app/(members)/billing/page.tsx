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
import { GET as listAlertsHandler } from "@/app/api/members/billing/alerts/route";
import { GET as readAutoTopUpHandler } from "@/app/api/members/billing/auto-top-up/route";
import { GET as readCardHandler } from "@/app/api/members/billing/card/route";
import { GET as listLedgerHandler } from "@/app/api/members/billing/ledger/route";
import { GET as listRateCodesHandler } from "@/app/api/members/billing/rate-codes/route";
import { GET as readBillingHandler } from "@/app/api/members/billing/route";
import { GET as readUsageHandler } from "@/app/api/members/billing/usage/route";
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

/** The account's money. */
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
    firstRead(readBilling, {}, readBillingHandler),
    firstRead(listAlerts, {}, listAlertsHandler),
    firstRead(readCardTopUp, {}, readCardHandler),
    firstRead(readAutoTopUp, {}, readAutoTopUpHandler),
    firstRead(readUsage, {}, readUsageHandler),
    firstRead(listRateCodes, { month, page: page || "1" }, listRateCodesHandler),
    firstRead(listLedger, ledger, listLedgerHandler),
  ];
  return (
    <FirstReads reads={reads}>
      <Billing />
    </FirstReads>
  );
}
