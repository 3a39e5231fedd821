import type { Metadata } from "next";
import { Suspense } from "react";
import { Inbox } from "@/app/(members)/inbox/_components/inbox";
import { LoadingRows } from "@/components/ui/states";

export const metadata: Metadata = { title: "Inbox" };

/** Who has written to the account. */
export default function InboxPage() {
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <Inbox />
    </Suspense>
  );
}
