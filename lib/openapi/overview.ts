import type { Operation } from "@/lib/contracts/base/operation";

/** What a newcomer reads first. */
export const DESCRIPTION = `Send text messages over HTTP, and be told what became of them.

**Parameters** come in the query string, as a form or as JSON. An empty parameter is one not given. Phone numbers are digits in international form without a plus sign.

**Credentials** are \`Authorization: Bearer <token>\` with a token from \`/gateway/auth/token\`, or \`userId\` and \`password\` among the parameters.

**Sizes**: a JSON body may have 4 MiB where the credentials are in the header \`Authorization\` or in the query string. With the credentials in it, or as a form, a body may have 64 KiB.

**Times** are New Zealand local: \`YYYY-MM-DD HH:MM:SS\`. **Amounts** are New Zealand dollars.

**Errors** are JSON with a sentence in \`error\` and a word that does not change in \`code\`. Every response has \`X-Request-Id\`.

**Sandbox**: with \`sandbox\` a send answers what would happen and cost, and does nothing.

Responses may get new fields within a version; ignore those that you do not know.`;

export const TAGS: readonly { name: Operation["tag"]; description: string }[] = [
  {
    name: "Authentication",
    description:
      "Access tokens for API keys. An account may have the API refuse its password and take keys and integrations alone.",
  },
  { name: "Sending", description: "Texts, one-time codes and appointment reminders." },
  { name: "Queries", description: "What became of messages, what came in, who opted out, and what it cost." },
  { name: "Webhooks", description: "Where events go, and what they look like." },
  { name: "Numbers", description: "What is known of a phone number." },
  { name: "Legacy", description: "The plain address of former times." },
  { name: "Integrations", description: "What CRMs, automations, storefronts and mail programs call." },
  { name: "Simulator", description: "The simulated network, while there is no other." },
];
