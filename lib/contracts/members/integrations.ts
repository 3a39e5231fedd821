import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { flag, integer, label, limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { DEVELOPERS } from "@/lib/contracts/base/roles";
import { MESSAGE_CLASSES, RATE_CODE_LENGTH } from "@/lib/contracts/base/values";
import { INTEGRATION_KINDS } from "@/lib/contracts/integrations/integration-kind";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

const kind = z.enum(INTEGRATION_KINDS);

/** The kind of the integration. An unknown word is not found. */
const named = { kind: text() };

/** The sender of an integration. Without a shortcode it is the account's default sender, if the kind allows that. */
const settings = {
  shortcodeId: integer(1, 999_999_999).optional(),
  messageClass: oneOf(MESSAGE_CLASSES).default("transactional"),
  rateCode: label(RATE_CODE_LENGTH).trim().optional(),
};

/** A call of an integration. `at` is New Zealand local. */
export const integrationCallRecord = z.object({
  id: z.string(),
  at: z.string(),
  /** The HTTP status of the response, or the SMTP reply code. */
  status: z.int(),
  result: z.string(),
  /** The first recipient, masked, and the number of recipients. */
  recipient: z.string().nullable(),
  recipients: z.int(),
  /** The first message of the call, while it is stored. */
  messageId: z.string().nullable(),
});

/** Lists the integrations, with their setup, state and last call. */
export const listIntegrations = memberOperation({
  method: "GET",
  path: "/api/members/integrations",
  roles: DEVELOPERS,
  request: z.object({}),
  response: z.object({
    integrations: z.array(
      z.object({
        kind,
        state: z.enum(["none", "on", "off"]),
        lastCall: integrationCallRecord.pick({ at: true, status: true, result: true }).nullable(),
      }),
    ),
  }),
});

/** An integration without its secret. Times are New Zealand local. */
export const integrationRecord = z.object({
  enabled: z.boolean(),
  /** The sender; null for the account's default sender, or for none if one must be chosen. */
  shortcode: z
    .object({
      id: z.int(),
      number: z.string(),
      /** True if the account may still use the sender. */
      usable: z.boolean(),
    })
    .nullable(),
  messageClass: z.enum(MESSAGE_CLASSES),
  rateCode: z.string().nullable(),
  /** The creation time of its secret; null without one. */
  secretMadeAt: z.string().nullable(),
});

/** Returns an integration, and the choices for it. */
export const readIntegration = memberOperation({
  method: "GET",
  path: "/api/members/integrations/integration",
  roles: DEVELOPERS,
  request: z.object(named),
  response: z.object({
    kind,
    /** The account's number in the address. */
    custId: z.int(),
    /** Null before its setup. */
    integration: integrationRecord.nullable(),
    senders: z.array(z.object({ id: z.int(), number: z.string(), own: z.boolean() })),
    usualSender: z.string().nullable(),
  }),
});

const secretOnce = z.object({
  /** Its key, secret or token, which only this response has; null without one. */
  secret: z.string().nullable(),
});

/** Sets up an integration, which works from then on. */
export const setUpIntegrationOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations",
  roles: DEVELOPERS,
  request: z.object({ ...named, ...settings }),
  response: secretOnce,
});

/** Replaces the sender settings of an integration. */
export const changeIntegrationOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/change",
  roles: DEVELOPERS,
  request: z.object({ ...named, ...settings }),
  response: done,
});

/** Switches an integration on or off. */
export const enableIntegrationOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/enable",
  roles: DEVELOPERS,
  request: z.object({ ...named, enabled: flag().removeDefault() }),
  response: done,
});

/** Replaces the secret. The previous one ends at once. */
export const rollIntegrationSecretOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/secret",
  roles: DEVELOPERS,
  request: z.object(named),
  response: secretOnce,
});

/** Removes an integration with its secret, its settings and the list of its calls. */
export const removeIntegrationOperation = memberOperation({
  method: "POST",
  path: "/api/members/integrations/remove",
  roles: DEVELOPERS,
  request: z.object(named),
  response: done,
});

/** Lists the last hundred calls of an integration, newest first. */
export const listIntegrationCalls = memberOperation({
  method: "GET",
  path: "/api/members/integrations/calls",
  roles: DEVELOPERS,
  request: z.object({ ...named, limit: limit(100, 20), page: page() }),
  response: z.object({ calls: z.array(integrationCallRecord), pagination }),
});

export type IntegrationCallRecord = z.output<typeof integrationCallRecord>;
export type IntegrationListed = z.output<typeof listIntegrations.response>["integrations"][number];
export type IntegrationRecord = z.output<typeof integrationRecord>;
export type IntegrationView = z.output<typeof readIntegration.response>;
export type IntegrationSettings = Omit<z.output<typeof setUpIntegrationOperation.request>, "kind">;
