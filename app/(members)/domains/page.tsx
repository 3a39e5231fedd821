import type { Metadata } from "next";
import { Suspense } from "react";
import { Domains } from "@/app/(members)/domains/_components/domains";

export const metadata: Metadata = { title: "Approved domains" };

/** The domains that the account's messages may link to. */
export default function DomainsPage() {
  return (
    <Suspense>
      <Domains />
    </Suspense>
  );
}
