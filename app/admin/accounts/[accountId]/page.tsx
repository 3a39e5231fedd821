import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { accountTitle, titleOf } from "@/app/_session/page-titles";
import { Account } from "@/app/admin/accounts/[accountId]/_components/account";
import { ACCOUNTS_ENDPOINTS } from "@/app/api/admin/accounts/endpoints";
import { listAccountActivity, listMovements, readAccount } from "@/lib/contracts/admin/accounts";
import { countries } from "@/lib/numbers/countries";

type Props = { params: Promise<{ accountId: string }> };

/** Matches an account's number in an address. */
const ACCOUNT_ID = /^[1-9]\d{0,8}$/;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { accountId } = await params;
  if (!ACCOUNT_ID.test(accountId)) return { title: "Account" };
  return titleOf((db, member) => accountTitle(db, member, Number(accountId)), "Account");
}

/** Draws the page of an account. */
export default async function AccountPage({ params }: Props) {
  const { accountId: given } = await params;
  if (!ACCOUNT_ID.test(given)) notFound();
  const accountId = Number(given);
  const reads = [
    firstRead(ACCOUNTS_ENDPOINTS, readAccount, { accountId }),
    firstRead(ACCOUNTS_ENDPOINTS, listMovements, { accountId, page: 1 }),
    firstRead(ACCOUNTS_ENDPOINTS, listAccountActivity, { accountId, page: 1 }),
  ];
  return (
    <FirstReads reads={reads}>
      <Account accountId={accountId} countries={countries()} />
    </FirstReads>
  );
}
