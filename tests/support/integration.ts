import { readFileSync } from "node:fs";
import path from "node:path";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { encrypt } from "@/lib/crypto/encryption";
import { hashSecret } from "@/lib/crypto/secrets";
import { db } from "@/lib/db/client";
import { newToken } from "@/lib/ids";
import { TEST_SECRET } from "@/tests/support/database/submission";
import type { TestAccount } from "@/tests/support/server/gateway";

/** An integration of a test, with the values that its caller needs. */
export type TestIntegration = { accountId: number; shortcodeId: number; secret: string };

/** The fields of an integration that a test may set. */
type Overrides = {
  enabled?: boolean;
  shortcodeId?: number;
  topics?: object;
  shopifySecret?: string;
  woocommerceSecret?: string;
  messageClass?: "transactional" | "marketing";
  rateCode?: string;
};

/** Returns the ID of the shared shortcode 552, which every account may use. */
export async function sharedShortcode(): Promise<number> {
  const { id } = await db().prisma.shortcode.findUniqueOrThrow({ where: { number: "552" } });
  return id;
}

/** Sets up an integration of an account as its page does. */
export async function testIntegration(
  { accountId }: Pick<TestAccount, "accountId">,
  kind: IntegrationKind,
  { shopifySecret, woocommerceSecret, ...overrides }: Overrides = {},
): Promise<TestIntegration> {
  const secret = newToken();
  const shortcodeId = overrides.shortcodeId ?? (await sharedShortcode());
  const now = new Date();
  const data = {
    secretHash: new Uint8Array(hashSecret(secret)),
    secretMadeAt: now,
    shopifySecret: encrypted(shopifySecret),
    woocommerceSecret: encrypted(woocommerceSecret),
    ...overrides,
    shortcodeId,
  };
  await db().prisma.integration.upsert({
    where: { accountId_kind: { accountId, kind } },
    create: { accountId, kind, createdAt: now, ...data },
    update: data,
  });
  return { accountId, shortcodeId, secret };
}

function encrypted(secret: string | undefined): Uint8Array<ArrayBuffer> | null {
  return secret === undefined ? null : new Uint8Array(encrypt(secret, TEST_SECRET));
}

/** Returns the parameters that name an integration in a query string. */
export function queryOf(
  { accountId, shortcodeId, secret }: TestIntegration,
  name: "key" | "secret" = "key",
): Record<string, string> {
  return { cust_id: String(accountId), shortcode_id: String(shortcodeId), [name]: secret };
}

/** Returns the last calls of an account's integration, newest first. */
export function callsOf(accountId: number, kind: IntegrationKind) {
  return db().prisma.integrationCall.findMany({ where: { accountId, kind }, orderBy: { id: "desc" } });
}

/** Returns a caller's body, by the name of its file in `tests/support/callers`. */
export function callerBody(name: string): { raw: string; headers: Record<string, string> } {
  const raw = readFileSync(path.join(import.meta.dirname, "callers", name), "utf8");
  const contentType = name.endsWith(".json") ? "application/json" : "application/x-www-form-urlencoded";
  return { raw, headers: { "content-type": contentType } };
}
