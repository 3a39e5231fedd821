import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { connection } from "next/server";
import { Suspense } from "react";
import { Handset } from "@/app/(members)/handset/_components/handset";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Handset" };

/** A phone of the simulated network. */
export default async function HandsetPage() {
  // A setting of the server that runs, not of the one that built this.
  await connection();
  if (env().carrier !== "simulator") notFound();
  return (
    <Suspense>
      <Handset />
    </Suspense>
  );
}
