import type { Metadata } from "next";
import type { z } from "zod";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { type PageSearch, pageNumber, searchValues } from "@/app/_session/search-values";
import { Accounts } from "@/app/admin/accounts/_components/accounts";
import { ACCOUNTS_ENDPOINTS } from "@/app/api/admin/accounts/endpoints";
import { listAccounts } from "@/lib/contracts/admin/accounts";
import { countries } from "@/lib/numbers/countries";

export const metadata: Metadata = { title: "Accounts" };

/** Draws the accounts of this installation. */
export default async function AccountsPage({ searchParams }: { searchParams: PageSearch }) {
  const asked = {
    ...(await searchValues(searchParams, ["q", "status", "order"])),
    ...(await pageNumber(searchParams)),
  } as z.input<typeof listAccounts.request>;
  return (
    <FirstReads reads={[firstRead(ACCOUNTS_ENDPOINTS, listAccounts, asked)]}>
      <Accounts countries={countries()} />
    </FirstReads>
  );
}
