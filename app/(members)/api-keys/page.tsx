import type { Metadata } from "next";
import { firstRead } from "@/app/_session/first-read";
import { FirstReads } from "@/app/_session/first-reads";
import { ApiKeys } from "@/app/(members)/api-keys/_components/api-keys";
import { API_KEYS_ENDPOINTS } from "@/app/api/members/api-keys/endpoints";
import { listApiKeys } from "@/lib/contracts/members/api-keys";

export const metadata: Metadata = { title: "API keys" };

/** Draws the page of the account's API keys. */
export default function ApiKeysPage() {
  return (
    <FirstReads reads={[firstRead(API_KEYS_ENDPOINTS, listApiKeys, {})]}>
      <ApiKeys />
    </FirstReads>
  );
}
