import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Account } from "@/app/admin/accounts/[accountId]/_components/account";

export const metadata: Metadata = { title: "Account" };

/** One account. */
export default async function AccountPage({ params }: { params: Promise<{ accountId: string }> }) {
  const { accountId } = await params;
  if (!/^[1-9]\d{0,8}$/.test(accountId)) notFound();
  return <Account accountId={Number(accountId)} />;
}
