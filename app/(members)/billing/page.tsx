import type { Metadata } from "next";
import { Suspense } from "react";
import { Billing } from "@/app/(members)/billing/_components/billing";
import { LoadingRows } from "@/components/ui/states";

export const metadata: Metadata = { title: "Billing" };

/** The account's money. */
export default function BillingPage() {
  return (
    <Suspense fallback={<LoadingRows />}>
      <Billing />
    </Suspense>
  );
}
