import { INTEGRATIONS, type IntegrationKind } from "@/lib/contracts/integrations/integration-kind";

/** What makes up the address of an integration. */
export type Access = {
  kind: IntegrationKind;
  /** Where this installation is reached. */
  baseUrl: string;
  custId: number;
  shortcodeId: number | null;
};

/** Stands where the secret belongs when it is not known any more. */
export const SECRET_PLACE = "YOUR-SECRET";

/** The address that is called, with the secret in it where it belongs there; null where nothing is called. */
export function addressOf({ kind, baseUrl, custId, shortcodeId }: Access, secret: string): string | null {
  const { path, secret: named, needsShortcode } = INTEGRATIONS[kind];
  if (path === null || named === null) return null;
  if (!needsShortcode) return `${baseUrl}${path}`;
  const query = new URLSearchParams({ cust_id: String(custId), shortcode_id: String(shortcodeId ?? "") });
  query.set(named.parameter, secret);
  return `${baseUrl}${path}?${query}`;
}

/** What a program sends, for a number to try it with. */
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

/** A command that calls it, ready to be pasted into a shell; null where nothing is called. */
export function curlOf(access: Access, secret: string, to: string): string | null {
  const address = addressOf(access, secret);
  if (address === null) return null;
  // Within single quotes a shell takes everything as it is, but for another of them.
  const number = to.replace(/[^\d+ ()-]/g, "").trim() || "YOUR-NUMBER";
  return [
    `curl '${address}'`,
    "-H 'Content-Type: application/json'",
    ...(access.kind === "mail_addin" ? [`-H 'Authorization: Bearer ${secret}'`] : []),
    `-d '${JSON.stringify(exampleBody(access.kind, secret, number))}'`,
  ].join(" \\\n  ");
}
