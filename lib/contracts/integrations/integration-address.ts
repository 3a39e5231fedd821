import { INTEGRATIONS, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";

/** The parts of an integration's address. */
export type Access = {
  kind: IntegrationKind;
  /** The address of this installation. */
  baseUrl: string;
  custId: number;
  shortcodeId: number | null;
};

/** The placeholder of a secret that can no longer be shown. */
export const SECRET_PLACE = "YOUR-SECRET";

/**
 * Returns the address for callers, with the secret in it if the kind has it there; null for a kind without an
 * address.
 */
export function addressOf({ kind, baseUrl, custId, shortcodeId }: Access, secret: string): string | null {
  const { path, secret: named, needsShortcode } = INTEGRATIONS[kind];
  if (path === null || named === null) return null;
  if (!needsShortcode) return `${baseUrl}${path}`;
  const query = new URLSearchParams({ cust_id: String(custId), shortcode_id: String(shortcodeId ?? "") });
  query.set(named.parameter, secret);
  return `${baseUrl}${path}?${query}`;
}

/** Returns the body of a trial call with a number. */
export function exampleBody(kind: IntegrationKind, secret: string, to: string): object {
  if (kind === "storefront") {
    return {
      topic: "orders/paid",
      order_number: 1001,
      total_price: "84.50",
      currency: "NZD",
      shipping_address: { first_name: "Aroha", phone: to, country_code: "NZ" },
    };
  }
  const message = "Kia ora! This is a test.";
  return kind === "crm_c" ? { api_key: secret, to, message } : { to, message };
}

/** Returns a shell command of a trial call; null for a kind without an address. */
export function curlOf(access: Access, secret: string, to: string): string | null {
  const address = addressOf(access, secret);
  if (address === null) return null;
  // In single quotes a shell keeps every character except a single quote.
  const number = to.replace(/[^\d+ ()-]/g, "").trim() || "YOUR-NUMBER";
  return [
    `curl '${address}'`,
    "-H 'Content-Type: application/json'",
    ...(access.kind === "mail_addin" ? [`-H 'Authorization: Bearer ${secret}'`] : []),
    `-d '${JSON.stringify(exampleBody(access.kind, secret, number))}'`,
  ].join(" \\\n  ");
}
