import type { Metadata } from "next";
import { Suspense } from "react";
import { Messages } from "@/app/(members)/messages/_components/messages";
import { LoadingRows } from "@/components/ui/states";

export const metadata: Metadata = { title: "Messages" };

/** The account's messages. */
export default function MessagesPage() {
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <Messages />
    </Suspense>
  );
}
