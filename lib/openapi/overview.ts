import type { Operation } from "@/lib/contracts/base/operation";

/** The introduction for newcomers. */
export const DESCRIPTION = `Send text messages over HTTP and track their delivery.

Send **parameters** in the query string, as a form or as JSON. Empty parameters are ignored. Phone numbers are digits in international form without a plus sign.

**Authenticate** with \`Authorization: Bearer <token>\` with a token from \`/gateway/auth/token\`, or \`userId\` and \`password\` among the parameters.

**Sizes**: a JSON body can have up to 4 MiB, a form up to 64 KiB. Put credentials in a JSON body first: a larger body is refused if its first 64 KiB don’t contain them.

**Times** are NZ time: \`YYYY-MM-DD HH:MM:SS\`. **Amounts** are New Zealand dollars.

**Errors** are JSON with a message in \`error\` and a stable code in \`code\`. Every response has \`X-Request-Id\`.

**Sandbox**: with \`sandbox\`, a send returns its outcome and price, and names unknown parameters in \`ignored\`. Nothing is sent.

New fields can be added to responses within a version. Ignore fields you don’t know.`;

export const TAGS: readonly { name: Operation["tag"]; description: string }[] = [
  {
    name: "Authentication",
    description:
      "Access tokens for API keys. An account can turn off its password for the API and use only keys and integrations.",
  },
  { name: "Sending", description: "Texts, one-time codes and appointment reminders." },
  { name: "Queries", description: "Delivery status, inbound messages, blocked numbers and billing." },
  { name: "Webhooks", description: "Webhook URLs and the events sent to them." },
  { name: "Numbers", description: "Number lookup." },
  { name: "Legacy", description: "The legacy send endpoint." },
  { name: "Integrations", description: "Endpoints for CRMs, automations, storefronts and mail apps." },
  { name: "Simulator", description: "The simulated network." },
];
