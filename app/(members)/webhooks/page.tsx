import type { Metadata } from "next";
import { Suspense } from "react";
import { Webhooks } from "@/app/(members)/webhooks/_components/webhooks";

export const metadata: Metadata = { title: "Webhooks" };

/** Where the account's events go, and what became of each. */
export default function WebhooksPage() {
  return (
    <Suspense>
      <Webhooks />
    </Suspense>
  );
}
