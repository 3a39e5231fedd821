import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { accountTitle, titleOf } from "@/app/_session/page-titles";
import { Account } from "@/app/admin/accounts/[accountId]/_components/account";

type Props = { params: Promise<{ accountId: string }> };

/** An account's number, which an address has room for. */
const ACCOUNT_ID = /^[1-9]\d{0,8}$/;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { accountId } = await params;
  if (!ACCOUNT_ID.test(accountId)) return { title: "Account" };
  return titleOf((db, member) => accountTitle(db, member, Number(accountId)), "Account");
}

/** One account. */
export default async function AccountPage({ params }: Props) {
  const { accountId } = await params;
  if (!ACCOUNT_ID.test(accountId)) notFound();
  return <Account accountId={Number(accountId)} />;
}
