import { z } from "zod";
import { RESEND_UNKNOWN } from "@/lib/carriers/carrier";
import { networkErrorCause } from "@/lib/carriers/network-errors";
import { tlsSettings } from "@/lib/carriers/tls-settings";
import { ERROR_ACTIONS } from "@/lib/contracts/base/error-actions";
import { TAGS, type Tlv } from "@/lib/smpp/pdu/tlv";
import { ID_FORMATS } from "@/lib/smpp/receipt/message-id";
import { ownStatesOf, plainError, STATE_WORDS } from "@/lib/smpp/receipt/own-states";
import { type ReceiptState, stateOfWord } from "@/lib/smpp/receipt/state";
import { DEFAULT_SESSION } from "@/lib/smpp/session/settings";
import { LONG_MESSAGES } from "@/lib/smpp/text/split";
import { ALPHABETS, TEXT_CODINGS, UNICODE_CODINGS } from "@/lib/smpp/text/text";
import { NZ_ZONE } from "@/lib/sms/nz-time";

const MAX_BINDS = 20;
const MAX_TPS = 10_000;
const DAY_MS = 86_400_000;

const octet = (value: number) => z.int().min(0).max(255).default(value);
const latin1 = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[ -~]*$/, "must be printable ASCII");
const duration = z.int().min(1).max(DAY_MS);
const time = (ms: number) => duration.default(ms);
const count = z.int().min(0).max(MAX_BINDS).default(0);

/** The default number of tries after which a message is routed elsewhere. */
export const USUAL_TRIES = 5;

/** The handling of a message that is refused with a status. `delayMs` and `tries` belong to `later`. */
export const smppErrorRule = z.strictObject({
  action: z.enum(ERROR_ACTIONS.smpp),
  delayMs: z.int().min(0).max(DAY_MS).default(30_000),
  tries: z.int().min(1).max(100).default(USUAL_TRIES),
});

/** Returns whether a text is an action of SMPP rules. */
export function isSmppAction(action: string): action is ErrorRule["action"] {
  return (ERROR_ACTIONS.smpp as readonly string[]).includes(action);
}

/**
 * The most optional parameters that an operator may add, and the most octets of each. Every part carries
 * them.
 */
const MAX_PARAMETERS = 20;
const MAX_PARAMETER_OCTETS = 255;

/** The tags that the gateway sets itself. */
const OWN_TAGS: ReadonlySet<number> = new Set(Object.values(TAGS));

/** A text of printable ASCII, or octets in hexadecimal. */
const parameterValue = z.union(
  [
    z
      .strictObject({ text: latin1(MAX_PARAMETER_OCTETS) })
      .transform(({ text }) => Buffer.from(text, "latin1")),
    z
      .strictObject({
        hex: z
          .string()
          .max(2 * MAX_PARAMETER_OCTETS)
          .regex(/^(?:[0-9A-Fa-f]{2})*$/),
      })
      .transform(({ hex }) => Buffer.from(hex, "hex")),
  ],
  { error: `must be {"text": …} or {"hex": …}, of at most ${MAX_PARAMETER_OCTETS} octets` },
);

/** Optional parameters by their tags, such as `0x1400`. */
const optionalParameters = z
  .record(
    z
      .string()
      .regex(/^0x[0-9A-F]{4}$/, "must be a tag such as 0x1400")
      .refine((tag) => !OWN_TAGS.has(Number(tag)), "is a tag that the gateway sets itself"),
    parameterValue,
  )
  .refine((given) => Object.keys(given).length <= MAX_PARAMETERS, `must be at most ${MAX_PARAMETERS}`)
  .transform((given) => Object.entries(given).map(([tag, value]): Tlv => ({ tag: Number(tag), value })));

/** The most own status words of a network, and the most own errors. */
const MAX_OWN = 200;

const atMostOwn = (given: object) => Object.keys(given).length <= MAX_OWN;

/** A network's own status words, such as `{"FOO": "DELIVRD"}`. */
const ownStates = z
  .record(
    z.string().regex(/^(?=.*[A-Za-z0-9])[ -~]{1,64}$/, "must be a word of a receipt"),
    z.enum(STATE_WORDS),
  )
  .default({})
  .refine(atMostOwn, `must be at most ${MAX_OWN}`)
  .transform(ownStatesOf);

/**
 * A network's own errors in receipts: a status word that replaces the receipt's, or the number of a known
 * error.
 */
const ownErrors = z
  .record(
    z.string().regex(/^[0-9A-Za-z]{1,16}$/, "must be an error of a receipt, such as 027"),
    z.union([z.enum(STATE_WORDS), z.string().refine((given) => networkErrorCause(given) !== null)], {
      error: `must be one of ${STATE_WORDS.join(", ")}, or the number of an error that the documents explain`,
    }),
  )
  .default({})
  .refine(atMostOwn, `must be at most ${MAX_OWN}`)
  .transform(
    (given): ReadonlyMap<string, OwnError> =>
      new Map(Object.entries(given).map(([error, means]) => [plainError(error), ownErrorOf(means)])),
  );

/** The effect of an own error on its receipt. */
type OwnError = { state: ReceiptState } | { error: string };

function ownErrorOf(means: string): OwnError {
  const word = STATE_WORDS.find((known) => known === means);
  const state = word && stateOfWord(word);
  return state ? { state } : { error: plainError(means) };
}

/** All times of a link, in milliseconds. */
const timers = z.strictObject({
  connectTimeoutMs: time(10_000),
  bindTimeoutMs: time(DEFAULT_SESSION.bindTimeoutMs),
  responseTimeoutMs: time(DEFAULT_SESSION.responseTimeoutMs),
  pduTimeoutMs: time(DEFAULT_SESSION.pduTimeoutMs),
  enquireAfterMs: time(DEFAULT_SESSION.enquireAfterMs),
  enquireTimeoutMs: time(DEFAULT_SESSION.enquireTimeoutMs),
  unbindGraceMs: time(DEFAULT_SESSION.unbindGraceMs),
  /** The first wait after a link is lost, and the longest. */
  backOffMs: time(1_000),
  maxBackOffMs: time(60_000),
  /** A link that was bound for this time starts again with the first wait. */
  stableAfterMs: time(30_000),
  /** The time at another host before a link checks if the first one can be reached again. */
  returnAfterMs: time(5 * 60_000),
  /** The waits after the server refuses the login, and after it reports that the login is already bound. */
  refusedBackOffMs: time(60_000),
  maxRefusedBackOffMs: time(15 * 60_000),
  alreadyBoundMs: time(30_000),
  /** The pause after throttling by the server. It doubles each time. */
  throttledMs: time(1_000),
  /**
   * The time that a message with an unknown outcome is held; unset: the default (rules: possible duplicates).
   */
  unknownHoldMs: duration.optional(),
});

const host = z.string().min(1).max(253);
const port = z.int().min(1).max(65_535);

/** The most hosts besides the first. */
const MAX_ALTERNATES = 4;

/** Another host of the same network. Its port and its certificate's name default to the first host's. */
const alternate = z.strictObject({
  host,
  port: port.optional(),
  serverName: z.string().min(1).max(253).optional(),
});

const fields = z.strictObject({
  host,
  port: port.default(2775),
  /** Hosts that a link tries when the previous one fails. */
  alternates: z.array(alternate).max(MAX_ALTERNATES).default([]),
  tls: tlsSettings.nullable().default(null),
  systemId: latin1(64),
  password: latin1(64),
  systemType: latin1(12).default(""),
  interfaceVersion: z.union([z.literal(0x33), z.literal(0x34)]).default(0x34),
  addressTon: octet(0),
  addressNpi: octet(0),
  addressRange: latin1(40).default(""),
  /** The number of links of each kind. */
  binds: z
    .strictObject({ transceiver: count, transmitter: count, receiver: count })
    .default({ transceiver: 1, transmitter: 0, receiver: 0 })
    .refine(
      ({ transceiver, transmitter }) => transceiver + transmitter > 0,
      "must have a transceiver or a transmitter",
    )
    .refine(
      ({ transceiver, transmitter, receiver }) => transceiver + transmitter + receiver <= MAX_BINDS,
      `must be at most ${MAX_BINDS}`,
    ),
  window: z.int().min(1).max(1_000).default(DEFAULT_SESSION.window),
  /** The most parts per second over all links, according to the contract. */
  tps: z.int().min(1).max(MAX_TPS),
  serviceType: latin1(5).default(""),
  esmClass: z.int().min(0).max(3).default(0),
  protocolId: octet(0),
  priority: z.int().min(0).max(3).default(0),
  registeredDelivery: octet(1),
  /** Parameters that the network requires with every part, such as a tariff. */
  optionalParameters: optionalParameters.default([]),
  /** Types and plans of addresses: a sender of up to 8 digits, a longer number, a name, and the handset. */
  shortcode: z.strictObject({ ton: octet(3), npi: octet(0) }).prefault({}),
  longNumber: z.strictObject({ ton: octet(1), npi: octet(1) }).prefault({}),
  alphanumeric: z.strictObject({ ton: octet(5), npi: octet(0) }).prefault({}),
  destination: z.strictObject({ ton: octet(1), npi: octet(1) }).prefault({}),
  /** The server's alphabet for data coding 0. */
  alphabet: z.enum(ALPHABETS).default("gsm"),
  /** The data codings for texts of GSM-7 and of UCS-2. */
  textCoding: z.enum(TEXT_CODINGS).default("0x00").transform(Number),
  unicodeCoding: z.enum(UNICODE_CODINGS).default("0x08").transform(Number),
  longMessages: z.enum(LONG_MESSAGES).default("udh8"),
  validity: z.enum(["relative", "absolute", "none"]).default("relative"),
  responseIds: z.enum(ID_FORMATS).default("text"),
  receiptIds: z.enum(ID_FORMATS).default("text"),
  /** The network's own status words and numbers in receipts, and its own errors. */
  states: ownStates,
  receiptErrors: ownErrors,
  receiptZone: z.enum(["UTC", NZ_ZONE]).default("UTC"),
  /** Outcomes that replace the defaults, by a status such as `0x00000014`. */
  errors: z.record(z.string().regex(/^0x[0-9A-F]{8}$/), smppErrorRule).default({}),
  timers: timers.prefault({}),
  /** The handling of a message with an unknown outcome after it was held (rules: possible duplicates). */
  resendUnknown: z.enum(RESEND_UNKNOWN).default("byClass"),
  /** True if a short message carries the gateway's reference, which some servers repeat in its receipt. */
  userMessageReference: z.boolean().default(true),
  /**
   * True if the carrier only gets messages that it already has in part. Receipts and incoming messages still
   * arrive.
   */
  isDraining: z.boolean().default(false),
});

const schema = fields.superRefine(({ tls, alternates, ...first }, context) => {
  const known = new Set([`${first.host.toLowerCase()} ${first.port}`]);
  for (const [index, { host: other, port: otherPort = first.port, serverName }] of alternates.entries()) {
    const problem = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: ["alternates", index, name], message });
    const address = `${other.toLowerCase()} ${otherPort}`;
    if (known.has(address)) problem("host", "is a host that is listed already, with the same port");
    known.add(address);
    if (serverName !== undefined && tls === null) problem("serverName", "needs tls");
  }
});

/**
 * The checked settings of an SMPP carrier. `password`, and the key of a client certificate in `tls`, are
 * secret.
 */
export type SmppSettings = z.output<typeof schema>;

/** The settings before they are checked. Omitted ones get their defaults. */
export type GivenSmppSettings = z.input<typeof schema>;

/** The handling of a message that is refused with a status. */
export type ErrorRule = z.output<typeof smppErrorRule>;

/** Checks the settings of an SMPP carrier. Errors name unknown settings and values out of bounds. */
export const smppSettingsSchema = schema;
