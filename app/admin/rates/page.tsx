import type { Metadata } from "next";
import { Suspense } from "react";
import { Rates } from "@/app/admin/rates/_components/rates";

export const metadata: Metadata = { title: "Rates" };

/** What a part of a message costs. */
export default function RatesPage() {
  return (
    <Suspense>
      <Rates />
    </Suspense>
  );
}
