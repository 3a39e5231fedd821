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

/** After as many tries another carrier is asked, where nobody says how many. */
export const USUAL_TRIES = 5;

/** What becomes of a message that is refused with a status; `delayMs` and `tries` are for `later`. */
export const smppErrorRule = z.strictObject({
  action: z.enum(ERROR_ACTIONS.smpp),
  delayMs: z.int().min(0).max(DAY_MS).default(30_000),
  tries: z.int().min(1).max(100).default(USUAL_TRIES),
});

/** Whether it is one of the things that may follow from a status. */
export function isSmppAction(action: string): action is ErrorRule["action"] {
  return (ERROR_ACTIONS.smpp as readonly string[]).includes(action);
}

/** The most optional parameters of an operator's own, and the most octets of each: they are sent with every part. */
const MAX_PARAMETERS = 20;
const MAX_PARAMETER_OCTETS = 255;

/** The tags that a part may have of ours. */
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

/** Optional parameters by their tags, as in `0x1400`. */
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

/** A network's own errors in receipts: a status word that counts for the receipt's, or the number of a known error. */
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

/** What an own error changes in its receipt. */
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
  /** A link that lived so long begins with the first wait again. */
  stableAfterMs: time(30_000),
  /** How long a link stays at another host before it looks whether the first one is back. */
  returnAfterMs: time(5 * 60_000),
  /** The same where the server refuses name or password, and where it says that we are bound already. */
  refusedBackOffMs: time(60_000),
  maxRefusedBackOffMs: time(15 * 60_000),
  alreadyBoundMs: time(30_000),
  /** How long nothing is submitted after the server says that it is too much; it doubles. */
  throttledMs: time(1_000),
  /** How long a message is held that was perhaps taken; not set: as the rule says (rules: possible duplicates). */
  unknownHoldMs: duration.optional(),
});

const host = z.string().min(1).max(253);
const port = z.int().min(1).max(65_535);

/** The most hosts beside the first. */
const MAX_ALTERNATES = 4;

/** Another host of the same network: its port and the name of its certificate are those of the first, unless it has its own. */
const alternate = z.strictObject({
  host,
  port: port.optional(),
  serverName: z.string().min(1).max(253).optional(),
});

const fields = z.strictObject({
  host,
  port: port.default(2775),
  /** Hosts that a link tries when the one before fails. */
  alternates: z.array(alternate).max(MAX_ALTERNATES).default([]),
  tls: tlsSettings.nullable().default(null),
  systemId: latin1(64),
  password: latin1(64),
  systemType: latin1(12).default(""),
  interfaceVersion: z.union([z.literal(0x33), z.literal(0x34)]).default(0x34),
  addressTon: octet(0),
  addressNpi: octet(0),
  addressRange: latin1(40).default(""),
  /** How many links of each kind. */
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
  /** The most parts a second over all links: what the contract says. */
  tps: z.int().min(1).max(MAX_TPS),
  serviceType: latin1(5).default(""),
  esmClass: z.int().min(0).max(3).default(0),
  protocolId: octet(0),
  priority: z.int().min(0).max(3).default(0),
  registeredDelivery: octet(1),
  /** What the network wants beside every part, such as a tariff. */
  optionalParameters: optionalParameters.default([]),
  /** Types and plans of addresses: a sender of up to 8 digits, a longer number, a name, and the handset. */
  shortcode: z.strictObject({ ton: octet(3), npi: octet(0) }).prefault({}),
  longNumber: z.strictObject({ ton: octet(1), npi: octet(1) }).prefault({}),
  alphanumeric: z.strictObject({ ton: octet(5), npi: octet(0) }).prefault({}),
  destination: z.strictObject({ ton: octet(1), npi: octet(1) }).prefault({}),
  /** What the server means by data coding 0. */
  alphabet: z.enum(ALPHABETS).default("gsm"),
  /** The data codings that it wants for texts of GSM-7 and of UCS-2. */
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
  /** Other outcomes than the usual, by status as in `0x00000014`. */
  errors: z.record(z.string().regex(/^0x[0-9A-F]{8}$/), smppErrorRule).default({}),
  timers: timers.prefault({}),
  /** What is done with a message that was perhaps taken, once it was held (rules: possible duplicates). */
  resendUnknown: z.enum(RESEND_UNKNOWN).default("byClass"),
  /** Whether a short message carries a reference of ours, which some servers repeat in its receipt. */
  userMessageReference: z.boolean().default(true),
  /** Takes no messages but those that it has begun; receipts and messages in still come. */
  isDraining: z.boolean().default(false),
});

const schema = fields.superRefine(({ tls, alternates, ...first }, context) => {
  const known = new Set([`${first.host.toLowerCase()} ${first.port}`]);
  for (const [index, { host: other, port: otherPort = first.port, serverName }] of alternates.entries()) {
    const problem = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: ["alternates", index, name], message });
    const address = `${other.toLowerCase()} ${otherPort}`;
    if (known.has(address)) problem("host", "is a host that is there already, with the same port");
    known.add(address);
    if (serverName !== undefined && tls === null) problem("serverName", "needs tls");
  }
});

/** How a network is reached by SMPP. `password` is the only secret of it, and the key of a client certificate. */
export type SmppSettings = z.output<typeof schema>;

/** As they are given: what is left out has its usual value. */
export type GivenSmppSettings = z.input<typeof schema>;

/** What becomes of a message that is refused with a status. */
export type ErrorRule = z.output<typeof smppErrorRule>;

/** Checks the settings of an SMPP carrier: unknown names and values out of bounds are refused by name. */
export const smppSettingsSchema = schema;
