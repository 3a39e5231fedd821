import type { Metadata } from "next";
import { ApiKeys } from "@/app/(members)/api-keys/_components/api-keys";

export const metadata: Metadata = { title: "API keys" };

/** The account's API keys. */
export default function ApiKeysPage() {
  return <ApiKeys />;
}
