import type { Metadata } from "next";
import { MonthStatement } from "@/app/(members)/billing/_components/month-statement";
import { monthName } from "@/components/lists/month-names";
import "@/app/(members)/billing/_components/print.css";

type Props = { params: Promise<{ month: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { month } = await params;
  return { title: /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? `Statement for ${monthName(month)}` : "Statement" };
}

/** One month's statement, to be read or printed. */
export default async function StatementPage({ params }: Props) {
  const { month } = await params;
  return <MonthStatement month={month} />;
}
