import type { Metadata } from "next";
import { Suspense } from "react";
import { SendPage } from "@/app/(members)/send/_components/send-page";
import { LoadingRows } from "@/components/ui/states";

export const metadata: Metadata = { title: "Send" };

/** Writes a text, and sends it to one or to many. */
export default function SendRoute() {
  return (
    <Suspense fallback={<LoadingRows />}>
      <SendPage />
    </Suspense>
  );
}
