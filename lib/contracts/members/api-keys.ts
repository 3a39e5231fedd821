import { z } from "zod";
import { nzDateTime } from "@/lib/contracts/base/nz-date-time";
import { flag, label, text } from "@/lib/contracts/base/parameters";
import { DEVELOPERS } from "@/lib/contracts/base/roles";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** The longest name of a key. */
export const KEY_NAME_LENGTH = 80;

const dailyLimit = z
  .string("must be an amount of dollars such as 5 or 20.50")
  .regex(/^\d{1,6}(\.\d{1,2})?$/, "must be an amount of dollars such as 5 or 20.50")
  .refine((value) => Number(value) > 0, "must be more than 0");

/** A key without its secret. Times are New Zealand local. */
export const apiKeyRecord = z.object({
  id: z.string(),
  name: z.string(),
  clientId: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  state: z.enum(["active", "disabled", "expired"]),
  /** The key's limit for a New Zealand day, in dollars with GST, and today's charges; null without a limit. */
  dailyLimit: z.string().nullable(),
  spentToday: z.string().nullable(),
});

export const listApiKeys = memberOperation({
  method: "GET",
  path: "/api/members/api-keys",
  roles: DEVELOPERS,
  request: z.object({}),
  response: z.object({ keys: z.array(apiKeyRecord) }),
});

/** Creates a key. Only this response has its secret. `expires` is its last day. */
export const createApiKeyOperation = memberOperation({
  method: "POST",
  path: "/api/members/api-keys",
  roles: DEVELOPERS,
  request: z.object({
    name: label(KEY_NAME_LENGTH).trim().min(1, "must not be empty"),
    expires: nzDateTime("end").optional(),
    dailyLimit: dailyLimit.optional(),
  }),
  response: z.object({ key: apiKeyRecord, clientSecret: z.string() }),
});

/** Sets the daily limit of a key. Without an amount it has none. */
export const limitApiKey = memberOperation({
  method: "POST",
  path: "/api/members/api-keys/limit",
  roles: DEVELOPERS,
  request: z.object({ id: text(), dailyLimit: dailyLimit.optional() }),
  response: done,
});

/** Disables a key, or enables it again. Its tokens end at once. */
export const setApiKeyEnabled = memberOperation({
  method: "POST",
  path: "/api/members/api-keys/enable",
  roles: DEVELOPERS,
  request: z.object({ id: text(), enabled: flag().removeDefault() }),
  response: done,
});

export const deleteApiKeyOperation = memberOperation({
  method: "POST",
  path: "/api/members/api-keys/delete",
  roles: DEVELOPERS,
  request: z.object({ id: text() }),
  response: done,
});

export type ApiKeyRecord = z.output<typeof apiKeyRecord>;
