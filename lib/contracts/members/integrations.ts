import { z } from "zod";
import { pagination } from "@/lib/contracts/base/pagination";
import { flag, integer, label, limit, oneOf, page, text } from "@/lib/contracts/base/parameters";
import { MESSAGE_CLASSES, RATE_CODE_LENGTH } from "@/lib/contracts/base/values";
import { INTEGRATION_KINDS } from "@/lib/contracts/integrations/integration-kind";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/integration-routes";

const kind = z.enum(INTEGRATION_KINDS);

/** Which integration is meant; a word that is none is not found. */
const named = { kind: text() };

/** What an integration sends as. Without a shortcode it is the account's usual sender, where the kind allows that. */
const settings = {
  shortcodeId: integer(1, 999_999_999).optional(),
  messageClass: oneOf(MESSAGE_CLASSES).default("transactional"),
  rateCode: label(RATE_CODE_LENGTH).trim().optional(),
};

/** A call of an integration; `at` is New Zealand local. */
export const integrationCallRecord = z.object({
  id: z.string(),
  at: z.string(),
  /** The HTTP status it was answered with, or the SMTP reply code. */
  status: z.int(),
  result: z.string(),
  /** The first recipient, masked, and how many there were. */
  recipient: z.string().nullable(),
  recipients: z.int(),
  /** The first message it made, where that can still be looked at. */
  messageId: z.string().nullable(),
});

/** Every integration there is: whether it is set up and on, and its last call. */
export const listIntegrations = memberOperation({
  ...routes.listIntegrations,
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

/** An integration as it is set up, without its secret; times are New Zealand local. */
export const integrationRecord = z.object({
  enabled: z.boolean(),
  /** What it sends from; null: the account's usual sender, or none where one must be chosen. */
  shortcode: z
    .object({
      id: z.int(),
      number: z.string(),
      /** Whether the account may still send from it. */
      usable: z.boolean(),
    })
    .nullable(),
  messageClass: z.enum(MESSAGE_CLASSES),
  rateCode: z.string().nullable(),
  /** When its secret was made; null where it has none. */
  secretMadeAt: z.string().nullable(),
});

/** One integration, and what there is to choose from. */
export const readIntegration = memberOperation({
  ...routes.readIntegration,
  request: z.object(named),
  response: z.object({
    kind,
    /** The account's number in the address that is called. */
    custId: z.int(),
    /** Null: it is not set up. */
    integration: integrationRecord.nullable(),
    senders: z.array(z.object({ id: z.int(), number: z.string(), own: z.boolean() })),
    usualSender: z.string().nullable(),
  }),
});

const secretOnce = z.object({
  /** Its key, secret or token: in this answer and nowhere else. Null where it has none. */
  secret: z.string().nullable(),
});

/** Sets an integration up; it works from then on. */
export const setUpIntegrationOperation = memberOperation({
  ...routes.setUpIntegrationOperation,
  request: z.object({ ...named, ...settings }),
  response: secretOnce,
});

/** Changes all of what it sends as. */
export const changeIntegrationOperation = memberOperation({
  ...routes.changeIntegrationOperation,
  request: z.object({ ...named, ...settings }),
  response: done,
});

/** Switches an integration on or off. */
export const enableIntegrationOperation = memberOperation({
  ...routes.enableIntegrationOperation,
  request: z.object({ ...named, enabled: flag().removeDefault() }),
  response: done,
});

/** A new secret in place of the one before, which ends at once. */
export const rollIntegrationSecretOperation = memberOperation({
  ...routes.rollIntegrationSecretOperation,
  request: z.object(named),
  response: secretOnce,
});

/** Removes an integration with its secret, its settings and the list of its calls. */
export const removeIntegrationOperation = memberOperation({
  ...routes.removeIntegrationOperation,
  request: z.object(named),
  response: done,
});

/** The last hundred calls of an integration, newest first. */
export const listIntegrationCalls = memberOperation({
  ...routes.listIntegrationCalls,
  request: z.object({ ...named, limit: limit(100, 20), page: page() }),
  response: z.object({ calls: z.array(integrationCallRecord), pagination }),
});

export type IntegrationCallRecord = z.output<typeof integrationCallRecord>;
export type IntegrationListed = z.output<typeof listIntegrations.response>["integrations"][number];
export type IntegrationRecord = z.output<typeof integrationRecord>;
export type IntegrationView = z.output<typeof readIntegration.response>;
export type IntegrationSettings = Omit<z.output<typeof setUpIntegrationOperation.request>, "kind">;
