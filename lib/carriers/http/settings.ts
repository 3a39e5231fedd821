import { z } from "zod";
import { RESEND_UNKNOWN } from "@/lib/carriers/carrier";
import { type DeclaredApi, declaredApi, errorRules } from "@/lib/carriers/http/declared-api";
import { kannel } from "@/lib/carriers/http/kannel";
import type { Preset } from "@/lib/carriers/http/preset";
import { telnyx } from "@/lib/carriers/http/telnyx";
import { twilio } from "@/lib/carriers/http/twilio";
import { vonage } from "@/lib/carriers/http/vonage";
import { certificates } from "@/lib/carriers/tls-settings";

const MAX_TPS = 10_000;
const MAX_WINDOW = 1_000;
const DAY_MS = 86_400_000;

/**
 * A secret that is part of an address: too long to be guessed, and with characters that an address may
 * contain.
 */
const TOKEN = /^[\w-]{16,200}$/;

const duration = z.int().min(1).max(DAY_MS);
const time = (ms: number) => duration.default(ms);
const address = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });
const secret = z
  .string()
  .max(2_000)
  .regex(/^[^\r\n]*$/, "must be one line");

const base = z.strictObject({
  preset: z.enum(["kannel", "twilio", "vonage", "telnyx"]).optional(),
  /** A custom API, instead of a preset. */
  api: declaredApi.optional(),
  /** The address of the provider's API, for presets. */
  url: address.optional(),
  username: secret.default(""),
  password: secret.default(""),
  /** The key that webhooks are signed with, if it is not the password. */
  signingKey: secret.optional(),
  /** The gateway's secret in the address of webhooks. */
  webhookToken: z
    .string()
    .regex(TOKEN, "must have 16 to 200 letters, digits, hyphens or underscores")
    .optional(),
  /** The address at which the provider reaches the gateway; unset: `APP_URL`. */
  callbackUrl: address.transform((url) => url.replace(/\/+$/, "")).optional(),
  /** True if delivery reports are requested. */
  reports: z.boolean().default(true),
  /** The most requests per second, and the most requests in flight. */
  tps: z.int().min(1).max(MAX_TPS),
  window: z.int().min(1).max(MAX_WINDOW).default(10),
  /** Outcomes that replace the preset's, by the provider's code or by a status such as `HTTP 404`. */
  errors: errorRules.default({}),
  /** The trusted certificate authorities as PEM, instead of the system's. */
  ca: certificates.optional(),
  timers: z
    .strictObject({
      connectTimeoutMs: time(10_000),
      /** The time from writing a request to the end of its answer. */
      answerTimeoutMs: time(30_000),
      backOffMs: time(1_000),
      maxBackOffMs: time(60_000),
      refusedBackOffMs: time(60_000),
      maxRefusedBackOffMs: time(15 * 60_000),
      /** The pause after a throttling answer without a time. It doubles each time. */
      throttledMs: time(1_000),
      /**
       * The time that a message with an unknown outcome is held; unset: the default
       * (rules: possible duplicates).
       */
      unknownHoldMs: duration.optional(),
    })
    .prefault({}),
  /** The handling of a message with an unknown outcome after it was held (rules: possible duplicates). */
  resendUnknown: z.enum(RESEND_UNKNOWN).default("byClass"),
  /**
   * True if the carrier only gets messages that it already has in part. Reports and incoming messages still
   * arrive.
   */
  isDraining: z.boolean().default(false),
});

type Base = z.output<typeof base>;

/** The known APIs. */
export const PRESETS: Record<NonNullable<Base["preset"]>, Preset> = { kannel, twilio, vonage, telnyx };

/** The checked settings of an HTTP carrier, with its API's declaration. */
export type HttpSettings = Omit<Base, "preset" | "api"> & {
  api: DeclaredApi;
  /** The parameters that the provider fills into the address for incoming messages. */
  inboundParameters: string;
};

/** The settings before they are checked. Omitted ones get their defaults. */
export type GivenHttpSettings = z.input<typeof base>;

/**
 * Checks the settings of an HTTP carrier, and adds the declaration of its API. Errors name the unknown and
 * the missing settings.
 */
export const httpSettings = base
  .superRefine((given, context) => {
    const { preset, api } = given;
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if ((preset === undefined) === (api === undefined))
      return refuse("preset", "either preset or api must be given");
    for (const name of preset ? PRESETS[preset].requires : [])
      if (given[name] === undefined || given[name] === "") refuse(name, `is needed for ${preset}`);
  })
  .transform(({ preset, api, ...given }, context): HttpSettings => {
    const declared = preset ? declaredApi.parse(PRESETS[preset].declare(given)) : api;
    if (!declared) return z.NEVER;
    if (declared.signature === "token" && hasWebhooks(declared) && given.webhookToken === undefined)
      context.addIssue({ code: "custom", path: ["webhookToken"], message: "is needed for webhooks" });
    const { inboundParameters = "" } = preset ? PRESETS[preset] : {};
    // The error rules of a custom API count as the network's own.
    const errors = { ...api?.errors, ...given.errors };
    return { ...given, errors, api: declared, inboundParameters };
  });

export function hasWebhooks({ report, inbound }: DeclaredApi): boolean {
  return report !== undefined || inbound !== undefined;
}
