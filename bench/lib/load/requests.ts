/** A sender, with its credentials for the Members Area and the token endpoint. */
export type Sender = {
  accountId: number;
  userId: string;
  password: string;
  token: string;
  key: { client_id: string; client_secret: string };
};

/** Endings to which the simulated network does not deliver as usual. */
const FATEFUL = /99\d\d$/;
const RECIPIENTS = 900_000;

/** A place in a request that gets a number of 24 digits each time. It is the same in an address. */
export const OWN_NUMBER = "OWN_NUMBER_OF_EACH_SENDS";

export const TEXT = "Kia ora from the benchmark: your order is on its way.";
/** A text that is another one each time. */
export const NUMBERED_TEXT = `Kia ora, order ${OWN_NUMBER} is on its way.`;
const usual = { body: TEXT, messageClass: "transactional" };

/** The n-th recipient: a New Zealand mobile that is delivered to. */
export function recipient(n: number): string {
  const number = String(64_211_000_000 + (n % RECIPIENTS));
  return FATEFUL.test(number) ? `${number.slice(0, -4)}0000` : number;
}

/** A request over a persistent connection, as bytes on the wire. */
export function request(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): string {
  const lines = [`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1"];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined) lines.push(`Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join("\r\n")}\r\n\r\n${body ?? ""}`;
}

function json(
  path: string,
  { token }: Sender,
  parameters: object,
  more: Record<string, string> = {},
): string {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...more };
  return request("POST", path, headers, JSON.stringify(parameters));
}

function form(path: string, { userId, password }: Sender, parameters: Record<string, string>): string {
  const body = new URLSearchParams({ userId, password, ...parameters }).toString();
  return request("POST", path, { "Content-Type": "application/x-www-form-urlencoded" }, body);
}

type Writer = (sender: Sender, index: number) => string;
const SEND = "/gateway/sms/out";
const KEY = { "Idempotency-Key": `bench-${OWN_NUMBER}` };

/** Returns requests of these senders in turn. */
const each = (senders: readonly Sender[], of: Writer, count = 5_000): string[] =>
  Array.from({ length: count }, (_, index) => of(senders[index % senders.length] as Sender, index));

/** Sends to one number each, in JSON with a Bearer token. */
export const singleJson = (senders: readonly Sender[], body = TEXT, more = {}): string[] =>
  each(senders, (sender, n) => json(SEND, sender, { ...usual, to: recipient(n), body }, more));

/** The same, each with an idempotency key of its own. */
export const singleKeyed = (senders: readonly Sender[]): string[] => singleJson(senders, TEXT, KEY);
/** The same as a form with email address and password. */
export const singleForm = (senders: readonly Sender[]): string[] =>
  each(senders, (sender, n) => form(SEND, sender, { to: recipient(n), ...usual }));

/** Sends to many numbers at once. */
export const bulk = (senders: readonly Sender[], recipients: number): string[] => {
  const to = (first: number) =>
    Array.from({ length: recipients }, (_, n) => recipient(first * recipients + n));
  const count = Math.max(8, Math.ceil(10_000 / recipients));
  return each(senders, (sender, n) => json(SEND, sender, { to: to(n), ...usual }), count);
};

/** One-time codes. */
export const otp = (senders: readonly Sender[]): string[] =>
  each(senders, (sender, n) => json("/gateway/sms/otp", sender, { to: recipient(n), msgCompany: "Acme" }));

/** Status queries for one message at a time. */
export const status = (sender: Sender, ids: readonly string[]): string[] =>
  ids.map((id) => json("/gateway/sms/status/query", sender, { message_id: id }));

/** Number look-ups and counts of messages in, in turn. */
export const reads = (sender: Sender): string[] => [
  json("/gateway/number/lookup", sender, { number: recipient(1) }),
  json("/gateway/mo/query", sender, {}),
];

/** The list of messages, as the Members Area shows it. */
export const listOfMessages = (cookie: string): string =>
  request("GET", "/api/members/messages?limit=25", { Cookie: cookie });

/**
 * Returns one request of each sender with its password. The server caches the password, and judges it again
 * after five minutes.
 */
export const balances = (senders: readonly Sender[]): string[] =>
  senders.map((sender) => form("/gateway/sms/balance", sender, {}));

/** The least that the server can do: it reads nothing and asks no database. */
export const bare = (): string[] => [request("GET", "/healthz")];
