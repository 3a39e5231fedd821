import type { Metadata } from "next";
import { Suspense } from "react";
import { BlockedNumbers } from "@/app/(members)/blocked-numbers/_components/blocked-numbers";

export const metadata: Metadata = { title: "Blocked numbers" };

/** The numbers that do not want the account's messages. */
export default function BlockedNumbersPage() {
  return (
    <Suspense>
      <BlockedNumbers />
    </Suspense>
  );
}
