import type { Metadata } from "next";
import { Suspense } from "react";
import { Accounts } from "@/app/admin/accounts/_components/accounts";

export const metadata: Metadata = { title: "Accounts" };

/** Every account of this installation. */
export default function AccountsPage() {
  return (
    <Suspense>
      <Accounts />
    </Suspense>
  );
}
