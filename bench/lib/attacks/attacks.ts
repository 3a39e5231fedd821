import { Buffer } from "node:buffer";
import { OWN_NUMBER, recipient, request, type Sender } from "@/bench/lib/load/requests";

/** The manner of a hostile client with each of its connections. */
export type Attack = {
  name: string;
  connections: number;
  /** The bytes that it sends on each. `OWN_NUMBER` is another number each time. */
  request: string;
  /**
   * `repeat`: asks again after each answer. `drain`: drops one long answer. `deaf`: never reads. `idle`: is
   * silent.
   */
  manner: "repeat" | "drain" | "deaf" | "idle";
  /** The connections that it opens each second beside the old ones. */
  newPerSecond?: number;
  /** The loopback address of the attack, if it is not the other customer's. */
  from?: string;
};

/** The loopback address of attacks that are not the other customer's. */
const STRANGER = "127.0.0.2";
const MIB = 2 ** 20;
const JSON_TYPE = { "Content-Type": "application/json" };
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

/**
 * Returns the attacks on a server by strangers, and by a customer with the sandbox, which costs nothing.
 * @param customer the sender whose credentials some attacks use.
 * @param cookie the customer's session in the Members Area.
 */
export function allAttacks(customer: Sender, cookie: string): Attack[] {
  const bearer = { Authorization: `Bearer ${customer.token}` };
  const otp = { to: recipient(1), msgCompany: "Acme", msgCode: "0000", sandbox: true };
  const comment = JSON.stringify({ ...otp, msgComment: "0".repeat(4 * MIB - 200) });
  const to = Array.from({ length: 10_000 }, (_, n) => recipient(n));
  const bulk = JSON.stringify({ to, body: "x".repeat(1_600), messageClass: "transactional", sandbox: true });
  const billed = JSON.stringify({ to, body: "Kia ora", messageClass: "transactional" });
  const tiny = `{"a":[${Array.from({ length: 1_300_000 }, () => "{}").join(",")}]}`;
  const out = "/gateway/sms/out";
  const send = (headers: Record<string, string>, body: string) => request("POST", out, headers, body);
  const byCustomer = (path: string, body: string) => request("POST", path, { ...bearer, ...JSON_TYPE }, body);
  const lookup = byCustomer("/gateway/number/lookup", `{"number":"${recipient(1)}"}`);
  const exchange = request("POST", "/gateway/auth/token", JSON_TYPE, JSON.stringify(customer.key));
  const silent = attack("silent connections from one address, 2,600 a second", 0, "");
  return [
    attack("one-time code with 4 MB of comment", 16, byCustomer("/gateway/sms/otp", comment)),
    attack("form of 4 MB of percent signs, by a stranger", 90, send(FORM_TYPE, "%".repeat(4 * MIB))),
    attack("form of 4 MB of plus signs, by a stranger", 90, send(FORM_TYPE, "+".repeat(4 * MIB))),
    attack("form of 64 KB of percent signs, by a stranger", 90, send(FORM_TYPE, "%".repeat(65_000))),
    attack("4 MB of small JSON objects, by a stranger", 90, send(JSON_TYPE, tiny)),
    attack("4 MB of small JSON objects, by a customer", 16, byCustomer(out, tiny)),
    attack("page with 10 MB of body", 32, request("POST", "/sign-in", FORM_TYPE, "x".repeat(10 * MIB))),
    upgrade("offer of HTTP/2", "h2c", { "HTTP2-Settings": "AAMAAABkAAQAAP__" }),
    upgrade("offer of a WebSocket", "websocket", {
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": Buffer.alloc(16).toString("base64"),
    }),
    attack("sandbox send to 10,000, answers read", 16, byCustomer(out, bulk)),
    { ...attack("sandbox send to 10,000, answers not read", 100, byCustomer(out, bulk)), manner: "deaf" },
    attack("billed send to 10,000, answers read", 16, byCustomer(out, billed)),
    attack("300 look-ups of numbers at once", 300, lookup),
    { ...silent, manner: "idle", newPerSecond: 2_600, from: STRANGER },
    attack("20 counts of a million messages in at once", 20, byCustomer("/gateway/mo/query", "{}")),
    ...attacksOnPages(cookie),
    ...byStrangers(),
    attack("50 exchanges of one key at once", 50, exchange),
  ];
}

/** Attacks on the process of the pages and on the calls of members. */
function attacksOnPages(cookie: string): Attack[] {
  const session = { Cookie: cookie };
  const download = request("GET", "/api/members/inbox/export", session);
  const list = request("GET", "/api/members/messages", session);
  return [
    ...["/api/auth/csrf", "/openapi.json", "/api/members/me"].flatMap((path) =>
      [10, 60].map((count) =>
        attack(`${count} connections of a stranger to ${path}`, count, request("GET", path)),
      ),
    ),
    { ...attack("six exports of one account", 6, download), manner: "drain" as const },
    attack("60 connections of an account to its list", 60, list),
  ].map((each) => ({ ...each, from: STRANGER }));
}

/** Credentials that open nothing, each time another one, from an address of their own. */
function byStrangers(): Attack[] {
  const client = JSON.stringify({ client_id: `cid_${OWN_NUMBER}`, client_secret: "csk_x" });
  const message = JSON.stringify({ to: recipient(1), message: "x" });
  const query = `cust_id=1&shortcode_id=1&key=${OWN_NUMBER}`;
  const legacy = `username=x@example.com&password=csk_${OWN_NUMBER}&cellnum=${recipient(1)}&message=x`;
  const unknown = {
    "bearer tokens": request("POST", "/gateway/sms/balance", { Authorization: `Bearer ${OWN_NUMBER}` }, ""),
    "client ids": request("POST", "/gateway/auth/token", JSON_TYPE, client),
    "keys at crm-a": request("POST", `/crm-a/workflow.php?${query}`, JSON_TYPE, message),
    "secrets at send.php": request("GET", `/send.php?${legacy}`),
  };
  return Object.entries(unknown).map(([what, text]) => ({
    ...attack(`unknown ${what}, by strangers`, 500, text),
    from: STRANGER,
  }));
}

function attack(name: string, connections: number, text: string): Attack {
  return { name, connections, request: text, manner: "repeat" };
}

function upgrade(name: string, protocol: string, headers: Record<string, string>): Attack {
  const all = { Connection: "Upgrade, HTTP2-Settings", Upgrade: protocol, ...headers };
  return { name, connections: 0, request: request("GET", "/", all), manner: "idle", newPerSecond: 20 };
}
