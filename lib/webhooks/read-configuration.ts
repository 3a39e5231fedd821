import type { ConfigureResponse } from "@/lib/contracts/gateway/configure";
import type { Database } from "@/lib/db/client";
import type { WebhookKind } from "@/lib/webhooks/endpoint/endpoint-key";

/** Reads the URLs of an account's events, and whether they are signed (rules: webhook registration). */
export async function readConfiguration(db: Database, accountId: number): Promise<ConfigureResponse> {
  const [endpoints, secret] = await Promise.all([
    db.prisma.webhookEndpoint.findMany({ where: { accountId }, select: { kind: true, url: true } }),
    db.prisma.webhookSecret.findFirst({ where: { accountId }, select: { id: true } }),
  ]);
  const urlOf = (wanted: WebhookKind) => endpoints.find(({ kind }) => kind === wanted)?.url ?? null;
  const [inbound, report] = [urlOf("inbound"), urlOf("report")];
  return {
    success: true,
    webhook_url: inbound === report ? inbound : null,
    inbound_url: inbound,
    delivery_report_url: report,
    signed: secret !== null,
  };
}
