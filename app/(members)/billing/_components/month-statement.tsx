"use client";

import { Download, Printer } from "lucide-react";
import Link from "next/link";
import { StatementCharges } from "@/app/(members)/billing/_components/statement-charges";
import { StatementEntries } from "@/app/(members)/billing/_components/statement-entries";
import { Button } from "@/components/controls/button";
import { monthAfter, monthName } from "@/components/lists/month-names";
import { AccountNumber } from "@/components/members/account-number";
import { useFileAddress } from "@/components/members/shown-account";
import { useMember } from "@/components/members/use-member";
import { BackLink } from "@/components/ui/back-link";
import { formatCount } from "@/components/ui/count";
import { LINK } from "@/components/ui/link-styles";
import { Money } from "@/components/ui/money";
import { EmptyState, FailedState, LoadingRows } from "@/components/ui/states";
import {
  STATEMENT_LINE_WORDS,
  statementNotes,
  statementPeriod,
  TAX_INVOICE_WORDS,
} from "@/components/words/statement-words";
import { readBilling, readStatement, readStatementPdf } from "@/lib/contracts/generated/members/billing";
import type { Statement } from "@/lib/contracts/members/billing";

/** Draws a month from its opening to its closing balance, with links to the months beside it. */
export function MonthStatement({ month }: { month: string }) {
  const statement = useMember(readStatement, { month });
  const facts = useMember(readBilling, {}).data;
  const isShown = statement.data?.month === month;
  const pdf = useFileAddress(`${readStatementPdf.path}?month=${month}`);
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
            <a className="button button--outline button--sm" href={pdf} download>
              <Download aria-hidden="true" size={15} />
              Download PDF
            </a>
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
  if (isShown && statement.data)
    return (
      <>
        {statement.data.isSupplierAwaited ? <SupplierAdvice /> : null}
        <Sheet statement={statement.data} />
      </>
    );
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
  const { month, account, supplier, isOpen, opening, closing, lines, entries, entriesOmitted } = statement;
  return (
    <article className="rounded-2xl border border-line bg-panel p-6 sm:p-10 print:border-0 print:p-0">
      <header className="flex flex-wrap justify-between gap-4 border-b border-line pb-6">
        <div className="min-w-0 wrap-anywhere">
          <Supplier supplier={supplier} />
          <h1 className="mt-4 text-2xl font-semibold tracking-tight">Statement, {monthName(month)}</h1>
          {statement.isTaxInvoice ? <p className="text-sm">{TAX_INVOICE_WORDS}</p> : null}
          <p className="text-sm text-muted">{statementPeriod(month)}</p>
        </div>
        <address className="min-w-0 text-sm not-italic sm:text-right">
          <span className="block text-muted">To</span>
          <span className="block font-medium wrap-anywhere">{account.name}</span>
          <span className="block break-all text-muted">{account.email}</span>
          <span className="block">
            <AccountNumber accountId={account.id} />
          </span>
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
              GST included
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
                {STATEMENT_LINE_WORDS[kind]}
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
      {statement.charges.length > 0 ? <StatementCharges statement={statement} /> : null}
      {entries.length > 0 ? <StatementEntries entries={entries} omitted={entriesOmitted} /> : null}
      <footer className="mt-8 text-xs text-muted">{statementNotes(statement)}</footer>
    </article>
  );
}

/** Draws advice on setting the supplier of statements. Only administrators see it. */
function SupplierAdvice() {
  return (
    <p className="print-hidden mb-4 text-sm text-muted">
      Statements name no supplier yet. Set <code>SUPPLIER_NAME</code>, <code>SUPPLIER_ADDRESS</code> and{" "}
      <code>SUPPLIER_GST_NUMBER</code> on the server. Only administrators see this.
    </p>
  );
}

function Supplier({ supplier }: { supplier: Statement["supplier"] }) {
  if (supplier === null) return <p className="font-semibold tracking-tight">Messaging Gateway</p>;
  return (
    <address className="text-sm text-muted not-italic">
      <span className="block text-base font-semibold tracking-tight text-ink">{supplier.name}</span>
      {supplier.address.length > 0 ? (
        <span className="block whitespace-pre-line">{supplier.address.join("\n")}</span>
      ) : null}
      {supplier.gstNumber === null ? null : <span className="block">GST number {supplier.gstNumber}</span>}
    </address>
  );
}

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
