import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { MonthStatement } from "@/app/(members)/billing/_components/month-statement";
import { BILLING_ENDPOINTS } from "@/app/api/members/billing/endpoints";
import { monthName } from "@/components/lists/month-names";
import { readBilling, readStatement } from "@/lib/contracts/members/billing";
import "@/app/(members)/billing/_components/print.css";

type Props = { params: Promise<{ month: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { month } = await params;
  return { title: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `Statement for ${monthName(month)}` : "Statement" };
}

/** Draws the page of a month's statement, which can be printed. */
export default async function StatementPage({ params }: Props) {
  const { month } = await params;
  const reads = [
    firstRead(BILLING_ENDPOINTS, readStatement, { month }),
    firstRead(BILLING_ENDPOINTS, readBilling, {}),
  ];
  return (
    <FirstReads reads={reads}>
      <MonthStatement month={month} />
    </FirstReads>
  );
}
