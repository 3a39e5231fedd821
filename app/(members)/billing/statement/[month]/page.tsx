import type { Metadata } from "next";
import { MonthStatement } from "@/app/(members)/billing/_components/month-statement";
import "@/app/(members)/billing/_components/print.css";

export const metadata: Metadata = { title: "Statement" };

/** One month's statement, to be read or printed. */
export default async function StatementPage({ params }: { params: Promise<{ month: string }> }) {
  const { month } = await params;
  return <MonthStatement month={month} />;
}
