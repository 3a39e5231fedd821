import type { Metadata } from "next";
import { Suspense } from "react";
import { UnroutedMessages } from "@/app/admin/inbound/_components/unrouted-messages";

export const metadata: Metadata = { title: "Unrouted messages" };

/** The messages in that belong to no account. */
export default function UnroutedPage() {
  return (
    <Suspense>
      <UnroutedMessages />
    </Suspense>
  );
}
