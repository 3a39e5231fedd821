import type { Metadata } from "next";
import { Suspense } from "react";
import { DomainQueue } from "@/app/admin/domains/_components/domain-queue";

export const metadata: Metadata = { title: "Held domains" };

/** The domains that wait for an administrator's decision. */
export default function HeldDomainsPage() {
  return (
    <Suspense>
      <DomainQueue />
    </Suspense>
  );
}
