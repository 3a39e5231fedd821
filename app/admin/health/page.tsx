import type { Metadata } from "next";
import { Suspense } from "react";
import { Health } from "@/app/admin/health/_components/health";

export const metadata: Metadata = { title: "System health" };

/** How the service is doing. */
export default function HealthPage() {
  return (
    <Suspense>
      <Health />
    </Suspense>
  );
}
