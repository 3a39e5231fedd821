"use client";

import { Printer } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/controls/button";
import { monthAfter, monthName } from "@/components/lists/month-names";
import { useMember } from "@/components/members/use-member";
import { BackLink } from "@/components/ui/back-link";
import { formatCount } from "@/components/ui/count";
import { LINK } from "@/components/ui/link-styles";
import { Money } from "@/components/ui/money";
import { EmptyState, FailedState, LoadingRows } from "@/components/ui/states";
import { LEDGER_KIND_TITLES } from "@/components/words/ledger-kinds";
import type { Statement } from "@/lib/contracts/members/billing";
import { readBilling, readStatement } from "@/lib/contracts/routes/member-routes";

/** A month from its opening to its closing balance, with the months beside it. */
export function MonthStatement({ month }: { month: string }) {
  const statement = useMember(readStatement, { month });
  const facts = useMember(readBilling, {}).data;
  const isShown = statement.data?.month === month;
  return (
    <div className="mx-auto max-w-3xl">
      <div className="print-hidden mb-6 flex flex-wrap items-center justify-between gap-4">
        <BackLink href="/billing">Billing</BackLink>
        {isShown ? (
          <div className="flex flex-wrap items-center gap-4 text-sm">
            {facts && month > facts.firstMonth ? (
              <Link className={LINK} href={`/billing/statement/${monthAfter(month, -1)}`}>
                {monthName(monthAfter(month, -1))}
              </Link>
            ) : null}
            {facts && month < facts.thisMonth ? (
              <Link className={LINK} href={`/billing/statement/${monthAfter(month)}`}>
                {monthName(monthAfter(month))}
              </Link>
            ) : null}
            <Button size="sm" onPress={() => window.print()}>
              <Printer aria-hidden="true" size={15} />
              Print
            </Button>
          </div>
        ) : null}
      </div>
      <Shown month={month} statement={statement} isShown={isShown} />
    </div>
  );
}

function Shown({
  month,
  statement,
  isShown,
}: {
  month: string;
  statement: {
    data: Statement | undefined;
    error: { message: string; status: number } | null;
    refetch: () => unknown;
  };
  isShown: boolean;
}) {
  if (isShown && statement.data) return <Sheet statement={statement.data} />;
  if (!statement.error) return <LoadingRows rows={8} />;
  if (statement.error.status === 404 || statement.error.status === 400) {
    return (
      <EmptyState title={`No statement for ${month}`}>
        Statements start with your first month and end with the current one.
      </EmptyState>
    );
  }
  return <FailedState message={statement.error.message} onRetry={() => void statement.refetch()} />;
}

function Sheet({ statement }: { statement: Statement }) {
  const { month, account, madeAt, isOpen, opening, closing, lines, entries, entriesOmitted } = statement;
  return (
    <article className="rounded-2xl border border-line bg-panel p-6 sm:p-10 print:border-0 print:p-0">
      <header className="flex flex-wrap justify-between gap-4 border-b border-line pb-6">
        <div>
          <p className="font-semibold tracking-tight">Messaging Gateway</p>
          <h1 className="mt-1 text-2xl font-semibold tracking-tight">Statement, {monthName(month)}</h1>
        </div>
        <address className="text-sm not-italic sm:text-right">
          <span className="block font-medium">{account.name}</span>
          <span className="block break-all text-muted">{account.email}</span>
        </address>
      </header>
      <table className="mt-6 w-full text-sm tabular-nums">
        <caption className="sr-only">Opening to closing balance</caption>
        <thead>
          <tr className="border-b border-line text-left text-muted">
            <th scope="col" className="py-2 font-medium">
              Item
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              Quantity
            </th>
            <th scope="col" className="px-2 py-2 text-right font-medium">
              Incl. GST
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              NZ$
            </th>
          </tr>
        </thead>
        <tbody>
          <Balance name="Opening balance" amount={opening} />
          {lines.map(({ kind, count, amount, gst }) => (
            <tr key={kind} className="border-b border-line">
              <th scope="row" className="py-2.5 text-left font-normal">
                {LINE_TITLES[kind]}
              </th>
              <td className="px-2 py-2.5 text-right">{formatCount(count)}</td>
              <td className="px-2 py-2.5 text-right text-muted">
                {kind === "topup" ? "–" : <Money amount={gst} />}
              </td>
              <td className="py-2.5 text-right">
                <Money amount={amount} />
              </td>
            </tr>
          ))}
          <Balance name={isOpen ? "Balance so far" : "Closing balance"} amount={closing} />
        </tbody>
      </table>
      {entries.length > 0 ? <Entries entries={entries} omitted={entriesOmitted} /> : null}
      <footer className="mt-8 text-xs text-muted">
        {isOpen ? `${monthName(month)} isn’t over yet, so this will change. ` : ""}
        {account.hasGst || lines.some(({ gst }) => Number(gst) !== 0)
          ? "Amounts include GST of 15% where it applies. "
          : "No GST is charged. "}
        Created {madeAt} NZ time.
      </footer>
    </article>
  );
}

const LINE_TITLES = {
  topup: "Top-ups",
  adjustment: "Adjustments",
  deduction: "Messages",
  reversal: "Refunds for unsent messages",
  lookup: "Number lookups",
} as const;

function Balance({ name, amount }: { name: string; amount: string }) {
  return (
    <tr className="border-b border-line text-base font-semibold last:border-0">
      <th scope="row" className="py-3 text-left font-semibold" colSpan={3}>
        {name}
      </th>
      <td className="py-3 text-right">
        <Money amount={amount} />
      </td>
    </tr>
  );
}

function Entries({ entries, omitted }: { entries: Statement["entries"]; omitted: number }) {
  return (
    <section className="mt-8" aria-label="Top-ups and adjustments">
      <h2 className="font-medium">Top-ups and adjustments</h2>
      <ul className="mt-2 text-sm tabular-nums">
        {entries.map(({ id, at, kind, note, amount }) => (
          <li
            key={id}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-0"
          >
            <span className="text-muted">{at.slice(0, 10)}</span>
            <span className="min-w-0 flex-1 break-words">{note ?? LEDGER_KIND_TITLES[kind].title}</span>
            <span className="font-medium">
              <Money amount={amount} />
            </span>
          </li>
        ))}
      </ul>
      {omitted > 0 ? (
        <p className="mt-2 text-sm text-muted">and {formatCount(omitted)} more in the ledger.</p>
      ) : null}
    </section>
  );
}
