import path from "node:path";
import type { z } from "zod";
import { ADMIN_TABLE } from "@/app/api/admin/table";
import { MEMBER_TABLE } from "@/app/api/members/table";
import type { Operation } from "@/lib/contracts/base/operation";
import { db } from "@/lib/db/client";
import { ROOT } from "@/server/base/root";
import { queryOf, type TestIntegration, testIntegration } from "@/tests/support/integration";
import { type Handler, type TestAccount, testAccount } from "@/tests/support/server/gateway";

type Shape = Record<string, z.ZodType>;

/** Returns the parameters of a contract by name; an empty object if the contract is no object. */
export const shapeOf = (contract: z.ZodType): Shape => (contract as unknown as { shape?: Shape }).shape ?? {};

/** Returns the handler of an operation: of its route file, or in the table of its area. */
export async function handlerOf({ path: at, method }: { path: string; method: string }): Promise<Handler> {
  const table = at.startsWith("/api/members/") ? MEMBER_TABLE : ADMIN_TABLE;
  const routes = (table.get(at) ?? (await import(path.join(ROOT, "app", at, "route.ts")))) as Record<
    string,
    Handler
  >;
  return routes[method] as Handler;
}

/** The credentials of a caller, in the query string, a header, or the body. */
export type GivenCredentials = {
  query: Record<string, string>;
  headers: Record<string, string>;
  json: Record<string, string>;
};

/** An account with all permissions and every integration. */
export class AnyCaller {
  readonly account: TestAccount;
  private readonly integrations: Record<string, TestIntegration>;

  private constructor(account: TestAccount, integrations: Record<string, TestIntegration>) {
    this.account = account;
    this.integrations = integrations;
  }

  static async create(): Promise<AnyCaller> {
    const account = await testAccount({ balanceMicros: 1_000_000_000n });
    await db().prisma.account.update({
      where: { id: account.accountId },
      data: { isAdmin: true, unicodeEnabled: true },
    });
    const kinds = ["crm_a", "crm_b", "crm_c", "automation", "storefront", "mail_addin"] as const;
    const made = await Promise.all(
      kinds.map(async (kind) => [kind.replace("_", "-"), await testIntegration(account, kind)] as const),
    );
    return new AnyCaller(account, Object.fromEntries(made));
  }

  /** Returns the credentials that an operation accepts. */
  credentialsOf({ callers, path: at, query }: Operation): GivenCredentials {
    const none = { query: {}, headers: {}, json: {} };
    const { userId, password } = this.account;
    const room = at.split("/")[1] as string;
    const integration = this.integrations[room];
    if (integration && callers === "addin")
      return { ...none, headers: { authorization: `Bearer ${integration.secret}` } };
    if (integration && query)
      return { ...none, query: queryOf(integration, room === "crm-b" ? "secret" : "key") };
    if (integration) return { ...none, json: { api_key: integration.secret } };
    return { ...none, query: callers === "legacy" ? { username: userId, password } : { userId, password } };
  }
}
