import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { MonthStatement } from "@/app/(members)/billing/_components/month-statement";
import { GET as readBillingHandler } from "@/app/api/members/billing/route";
import { GET as readStatementHandler } from "@/app/api/members/billing/statement/route";
import { monthName } from "@/components/lists/month-names";
import { readBilling, readStatement } from "@/lib/contracts/members/billing";
import "@/app/(members)/billing/_components/print.css";

type Props = { params: Promise<{ month: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { month } = await params;
  return { title: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `Statement for ${monthName(month)}` : "Statement" };
}

/** One month's statement, to be read or printed. */
export default async function StatementPage({ params }: Props) {
  const { month } = await params;
  const reads = [
    firstRead(readStatement, { month }, readStatementHandler),
    firstRead(readBilling, {}, readBillingHandler),
  ];
  return (
    <FirstReads reads={reads}>
      <MonthStatement month={month} />
    </FirstReads>
  );
}
