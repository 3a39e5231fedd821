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

const usual = {
  body: "Kia ora from the benchmark: your order is on its way.",
  messageClass: "transactional",
};

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

/** What each sending of a request has a number of its own for: as many digits. */
export const OWN_NUMBER = "########################";

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

/** So many requests of these senders in turn. */
function each(
  count: number,
  senders: readonly Sender[],
  of: (sender: Sender, index: number) => string,
): string[] {
  return Array.from({ length: count }, (_, index) => of(senders[index % senders.length] as Sender, index));
}

const SINGLES = 5_000;

/** Sends to one number each, in JSON with a Bearer token. */
export const singleJson = (senders: readonly Sender[]): string[] =>
  each(SINGLES, senders, (sender, index) =>
    json("/gateway/sms/out", sender, { to: recipient(index), ...usual }),
  );

/** The same, each with an idempotency key of its own. */
export const singleKeyed = (senders: readonly Sender[]): string[] =>
  each(SINGLES, senders, (sender, index) =>
    json(
      "/gateway/sms/out",
      sender,
      { to: recipient(index), ...usual },
      { "Idempotency-Key": `bench-${OWN_NUMBER}` },
    ),
  );

/** The same as a form with email address and password. */
export const singleForm = (senders: readonly Sender[]): string[] =>
  each(SINGLES, senders, (sender, index) =>
    form("/gateway/sms/out", sender, { to: recipient(index), ...usual }),
  );

/** Sends to many numbers at once. */
export const bulk = (senders: readonly Sender[], recipients: number): string[] =>
  each(Math.max(8, Math.ceil(10_000 / recipients)), senders, (sender, index) => {
    const to = Array.from({ length: recipients }, (_, n) => recipient(index * recipients + n));
    return json("/gateway/sms/out", sender, { to, ...usual });
  });

/** One-time codes. */
export const otp = (senders: readonly Sender[]): string[] =>
  each(SINGLES, senders, (sender, index) =>
    json("/gateway/sms/otp", sender, { to: recipient(index), msgCompany: "Acme" }),
  );

/** Status queries for one message at a time. */
export const status = (sender: Sender, ids: readonly string[]): string[] =>
  ids.map((id) => json("/gateway/sms/status/query", sender, { message_id: id }));

/** One call of each sender by its password. It is cached then, and judged again after five minutes. */
export const balances = (senders: readonly Sender[]): string[] =>
  senders.map((sender) => form("/gateway/sms/balance", sender, {}));

/** The least that the server can do: it reads nothing and asks no database. */
export const bare = (): string[] => [request("GET", "/healthz")];
