import { z } from "zod";
import { processWide } from "@/lib/process-wide";
import {
  choice,
  dollars,
  integer,
  missingCompanion,
  namesInngest,
  optional,
  postgresUrl,
  timeOfDay,
  wholeNumber,
} from "@/lib/setting-rules";
import { MAX_VALIDITY_MINUTES } from "@/lib/sms/validity";
import { missingSupplierName, type Supplier, supplierOf, supplierSettings } from "@/lib/supplier";

/** The most processes of one server. */
export const MAX_WORKERS = 64;

/**
 * Two calendar months at their longest: the current and the last month are always available (rules: kept how long).
 */
const MIN_KEPT_DAYS = 62;

/** The forms that Inngest accepts: a yes or no, or the address of its development server. */
const INNGEST_DEV = /^(1|0|true|false|https?:\/\/\S+)$/i;

const schema = z.object({
  NODE_ENV: choice(["production", "development", "test"], "development"),
  PORT: integer(0, 65_535, 3000),
  HOST: optional(z.string().default("0.0.0.0")),
  DATA_DIR: optional(z.string().default(".data")),
  DATABASE_URL: optional(postgresUrl().optional()),
  CELLS: optional(z.string().optional()),
  NEW_ACCOUNTS_CELL: integer(1, 49, 1),
  DATABASE_POOL: integer(1, 1000, 10),
  WORKERS: optional(wholeNumber(1, MAX_WORKERS).optional()),
  SHUTDOWN_DELAY_MS: integer(0, 600_000, 1_000),
  PAGES: choice(["yes", "no"], "yes"),
  DEMO_ACCOUNT: optional(z.enum(["yes", "no"], "must be one of yes, no").optional()),
  AUTH_SECRET: optional(z.string().min(32, "must be at least 32 characters long").optional()),
  TRUST_PROXY: integer(0, 10, 0),
  LOG_LEVEL: choice(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "info"),
  REQUEST_LOG: choice(["yes", "no"], "yes"),
  NIGHT_START: timeOfDay("21:00"),
  NIGHT_END: timeOfDay("07:00"),
  MAX_RECIPIENTS: integer(1, 100_000, 10_000),
  MESSAGE_VALIDITY_MINUTES: integer(1, MAX_VALIDITY_MINUTES, 1_440),
  CODE_VALIDITY_MINUTES: integer(1, MAX_VALIDITY_MINUTES, 10),
  MESSAGES_KEPT_DAYS: optional(wholeNumber(MIN_KEPT_DAYS, 36_500).optional()),
  CARRIER: choice(["simulator"], "simulator"),
  NETWORKS: optional(z.string().optional()),
  NETWORKS_FILE: optional(z.string().optional()),
  SIMULATOR_DELAY_MS: integer(0, 3_600_000, 300),
  JOBS: optional(z.enum(["inngest", "local"], "must be one of inngest, local").optional()),
  INNGEST_EVENT_KEY: optional(z.string().optional()),
  INNGEST_SIGNING_KEY: optional(z.string().optional()),
  APP_URL: optional(
    z
      .url({ protocol: /^https?$/, error: "must be an http:// or https:// address" })
      .transform((url) => url.replace(/\/+$/, ""))
      .optional(),
  ),
  LEGACY_HOST: optional(
    z
      .string()
      .regex(/^[a-z0-9.-]+(:\d{1,5})?$/i, "must be a host name")
      .transform((host) => host.toLowerCase())
      .optional(),
  ),
  SIGNUP: choice(["open", "closed"], "closed"),
  RATE_LIMIT_PER_SECOND: integer(1, 1_000_000, 500),
  LOOKUP_PRICE: dollars("0.005"),
  TOP_UP_INSTRUCTIONS: optional(
    z
      .string()
      .max(2000, "must be at most 2000 characters long")
      .default("To add money to your balance, contact your provider."),
  ),
  ...supplierSettings,
  SMTP_URL: optional(
    z
      .string()
      .regex(/^smtps?:\/\/\S+$/, "must begin with smtp:// or smtps://")
      .refine(
        (url) => URL.canParse(url) && !/%(?![0-9a-f]{2})/i.test(url),
        "must be a URL, with a % in its password written as %25",
      )
      .optional(),
  ),
  SMTP_FROM: optional(
    z
      .string()
      .regex(/^[^\r\n]+@[^\r\n]+$/, "must be an email address")
      .optional(),
  ),
  EMAIL_TO_SMS_DOMAIN: optional(
    z
      .string()
      .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i, "must be a host name")
      .transform((host) => host.toLowerCase())
      .optional(),
  ),
  EMAIL_TO_SMS_PORT: integer(0, 65_535, 2525),
  EMAIL_TO_SMS_TLS_CERT: optional(z.string().optional()),
  EMAIL_TO_SMS_TLS_KEY: optional(z.string().optional()),
  EMAIL_INBOUND_SECRET: optional(z.string().min(32, "must be at least 32 characters long").optional()),
  METRICS_TOKEN: optional(z.string().min(32, "must be at least 32 characters long").optional()),
  STRIPE_SECRET_KEY: optional(z.string().optional()),
  STRIPE_WEBHOOK_SECRET: optional(z.string().optional()),
  INNGEST_DEV: optional(z.string().regex(INNGEST_DEV, "must be 1, 0 or an http:// address").optional()),
  WEBHOOK_PRIVATE_HOSTS: optional(
    z
      .string()
      .regex(
        /^\s*[^\s,:]+:\d{1,5}(\s*,\s*[^\s,:]+:\d{1,5})*\s*$/,
        "must be a list of host:port, separated by commas",
      )
      .default(""),
  ),
});

/** The environment variables that the gateway reads. */
export const SETTING_NAMES: readonly string[] = Object.keys(schema.shape);

export type Env = {
  nodeEnv: "production" | "development" | "test";
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  cells: string | undefined;
  newAccountsCell: number;
  /** The most database connections of this process. */
  databasePool: number;
  /** The processes of `npm start`; undefined for one on each core. */
  workers: number | undefined;
  /**
   * The time for which a stopping server continues to serve. Only `/readyz` reports the stop meanwhile
   * (rules: probes).
   */
  shutdownDelayMs: number;
  /** True if a Node server also serves Next's parts: pages and the Members Area's requests. */
  hasPages: boolean;
  /** True if an empty embedded database gets a demo account. Undefined means yes, except in production. */
  demoAccount: boolean | undefined;
  authSecret: string | undefined;
  /** The proxies in front that each add one address to `X-Forwarded-For`. */
  trustProxyHops: number;
  logLevel: string;
  /** True if requests to the API are stored for their account (rules: request log). */
  requestLog: boolean;
  /** The New Zealand times between which messages to New Zealand wait (rules: quiet hours). */
  night: { start: string; end: string };
  /** The most recipients of one request (rules: bulk send). */
  maxRecipients: number;
  /** The time within which a one-time code, and any other message, may be handed over (rules: validity). */
  validityMinutes: { otp: number; other: number };
  /** The days after which messages are deleted; undefined for never. */
  messagesKeptDays: number | undefined;
  carrier: "simulator";
  /** The networks document, and its file (rules: networks document). At most one is set. */
  networks: string | undefined;
  networksFile: string | undefined;
  /** The time that the simulator takes for each step (rules: simulator). */
  simulatorDelayMs: number;
  /** The configured runner of due work. `lib/jobs/mode` has the default. */
  jobs: "inngest" | "local" | undefined;
  /** The public address of this installation, without a slash at the end; undefined if it is not set. */
  appUrl: string | undefined;
  /**
   * Stripe's API key for top-ups by card, and the signing secret of its webhooks. Undefined without top-ups by card.
   */
  stripe: { secretKey: string; webhookSecret: string } | undefined;
  /** True if visitors may create an account in the browser (rules: sign-up). */
  signupOpen: boolean;
  /** The second host name for the same paths (rules: request targets). */
  legacyHost: string | undefined;
  /** The requests per second of one account, for each server process. */
  rateLimitPerSecond: number;
  /** The price of a number look-up, in micro-dollars excluding GST (rules: lookup fee). */
  lookupPriceMicros: bigint;
  /** The text of the page Billing about adding money. `\n` begins a new line. */
  topUpInstructions: string;
  /** The supplier of the service in statements; undefined for none. */
  supplier: Supplier | undefined;
  /** The server that sends our email, and the sender's address; undefined if no email is sent. */
  smtpUrl: string | undefined;
  smtpFrom: string | undefined;
  /** The domain behind the @ of every number in emails; undefined if no emails are accepted. */
  emailToSmsDomain: string | undefined;
  /** The port for emails, and the files of the certificate for STARTTLS. Undefined files mean no STARTTLS. */
  emailToSmsPort: number;
  emailToSmsTls: { certFile: string; keyFile: string } | undefined;
  /** The secret of `POST /email/inbound`. Without it, there is no such path. */
  emailInboundSecret: string | undefined;
  /** The token of `GET /metrics`. Without it, there is no such path. */
  metricsToken: string | undefined;
  /** True if Inngest's own settings name a server. Inngest itself reads its other settings. */
  inngestConfigured: boolean;
  /**
   * Receivers, as `host:port`, that may be private and plain HTTP, for development and tests (rules: webhook urls).
   */
  webhookPrivateHosts: ReadonlySet<string>;
};

/**
 * Reads the settings from an environment (rules: settings).
 * @throws Error with one sentence about the first invalid setting.
 */
export function loadEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`Setting ${issue?.path.join(".")} ${issue?.message ?? "is not valid"}.`);
  }
  const value = parsed.data;
  const missing = missingCompanion(value) ?? missingSupplierName(value);
  if (missing !== null) throw new Error(missing);
  return {
    nodeEnv: value.NODE_ENV,
    port: value.PORT,
    host: value.HOST,
    dataDir: value.DATA_DIR,
    databaseUrl: value.DATABASE_URL,
    cells: value.CELLS,
    newAccountsCell: value.NEW_ACCOUNTS_CELL,
    databasePool: value.DATABASE_POOL,
    workers: value.WORKERS,
    shutdownDelayMs: value.SHUTDOWN_DELAY_MS,
    hasPages: value.PAGES === "yes",
    demoAccount: value.DEMO_ACCOUNT && value.DEMO_ACCOUNT === "yes",
    authSecret: value.AUTH_SECRET,
    trustProxyHops: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    requestLog: value.REQUEST_LOG === "yes",
    night: { start: value.NIGHT_START, end: value.NIGHT_END },
    maxRecipients: value.MAX_RECIPIENTS,
    validityMinutes: { otp: value.CODE_VALIDITY_MINUTES, other: value.MESSAGE_VALIDITY_MINUTES },
    messagesKeptDays: value.MESSAGES_KEPT_DAYS,
    carrier: value.CARRIER,
    networks: value.NETWORKS,
    networksFile: value.NETWORKS_FILE,
    simulatorDelayMs: value.SIMULATOR_DELAY_MS,
    jobs: value.JOBS,
    inngestConfigured: namesInngest(value),
    appUrl: value.APP_URL,
    stripe:
      value.STRIPE_SECRET_KEY && value.STRIPE_WEBHOOK_SECRET
        ? { secretKey: value.STRIPE_SECRET_KEY, webhookSecret: value.STRIPE_WEBHOOK_SECRET }
        : undefined,
    signupOpen: value.SIGNUP === "open",
    legacyHost: value.LEGACY_HOST,
    rateLimitPerSecond: value.RATE_LIMIT_PER_SECOND,
    lookupPriceMicros: value.LOOKUP_PRICE,
    topUpInstructions: value.TOP_UP_INSTRUCTIONS.replaceAll("\\n", "\n"),
    supplier: supplierOf(value),
    smtpUrl: value.SMTP_URL,
    smtpFrom: value.SMTP_FROM,
    emailToSmsDomain: value.EMAIL_TO_SMS_DOMAIN,
    emailToSmsPort: value.EMAIL_TO_SMS_PORT,
    emailToSmsTls:
      value.EMAIL_TO_SMS_TLS_CERT && value.EMAIL_TO_SMS_TLS_KEY
        ? { certFile: value.EMAIL_TO_SMS_TLS_CERT, keyFile: value.EMAIL_TO_SMS_TLS_KEY }
        : undefined,
    emailInboundSecret: value.EMAIL_INBOUND_SECRET,
    metricsToken: value.METRICS_TOKEN,
    webhookPrivateHosts: new Set(
      value.WEBHOOK_PRIVATE_HOSTS.split(",")
        .map((host) => host.trim().toLowerCase())
        .filter(Boolean),
    ),
  };
}

const current = processWide("gatewayEnv", () => loadEnv());

/** The settings of this process, read once at first use. */
export function env(): Env {
  return current.value;
}

/** Returns a variable that an operator's own document names; undefined if it is unset or empty. */
export function namedVariable(name: string): string | undefined {
  return process.env[name] || undefined;
}

/** Drops the settings that were read, for a process that has just completed its environment. */
export function reloadEnv(): void {
  current.value = undefined;
}
