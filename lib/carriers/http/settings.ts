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

/** As a secret of ours is that stands in an address: long enough not to be guessed, and of characters that it may have. */
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
  /** An API of one's own, in place of a preset. */
  api: declaredApi.optional(),
  /** Where the provider's API is, for presets. */
  url: address.optional(),
  username: secret.default(""),
  password: secret.default(""),
  /** What webhooks are signed with, where it is not the password. */
  signingKey: secret.optional(),
  /** A secret of ours in the address of webhooks. */
  webhookToken: z
    .string()
    .regex(TOKEN, "must have 16 to 200 letters, digits, hyphens or underscores")
    .optional(),
  /** Where the provider reaches us; not set: `APP_URL`. */
  callbackUrl: address.transform((url) => url.replace(/\/+$/, "")).optional(),
  /** Whether delivery reports are asked for. */
  reports: z.boolean().default(true),
  /** The most requests a second, and the most in flight at once. */
  tps: z.int().min(1).max(MAX_TPS),
  window: z.int().min(1).max(MAX_WINDOW).default(10),
  /** Other outcomes than the preset's, by the provider's code or by status as in `HTTP 404`. */
  errors: errorRules.default({}),
  /** The certificate authorities to trust, PEM, in place of the system's. */
  ca: certificates.optional(),
  timers: z
    .strictObject({
      connectTimeoutMs: time(10_000),
      /** From when a request is written to the end of its answer. */
      answerTimeoutMs: time(30_000),
      backOffMs: time(1_000),
      maxBackOffMs: time(60_000),
      refusedBackOffMs: time(60_000),
      maxRefusedBackOffMs: time(15 * 60_000),
      /** How long nothing is sent after "too much" without a time; it doubles. */
      throttledMs: time(1_000),
      /** How long a message is held that was perhaps taken; not set: as the rule says (rules: possible duplicates). */
      unknownHoldMs: duration.optional(),
    })
    .prefault({}),
  /** What is done with a message that was perhaps taken, once it was held (rules: possible duplicates). */
  resendUnknown: z.enum(RESEND_UNKNOWN).default("byClass"),
  /** Takes no messages but those that it has begun; reports and messages in still come. */
  isDraining: z.boolean().default(false),
});

type Base = z.output<typeof base>;

/** The APIs that are known. */
export const PRESETS: Record<NonNullable<Base["preset"]>, Preset> = { kannel, twilio, vonage, telnyx };

/** How a provider is reached by HTTP, with its API declared. */
export type HttpSettings = Omit<Base, "preset" | "api"> & {
  api: DeclaredApi;
  /** What the provider fills into the address of a message in. */
  inboundParameters: string;
};

/** As they are given: what is left out has its usual value. */
export type GivenHttpSettings = z.input<typeof base>;

/** Checks the settings of an HTTP carrier, and declares its API: unknown names and missing values are refused by name. */
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
    // What an API of one's own says of errors is as much the network's own.
    const errors = { ...api?.errors, ...given.errors };
    return { ...given, errors, api: declared, inboundParameters };
  });

export function hasWebhooks({ report, inbound }: DeclaredApi): boolean {
  return report !== undefined || inbound !== undefined;
}
