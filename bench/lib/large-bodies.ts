import { recipient } from "@/bench/lib/load/requests";

/** A request with a body of the largest allowed size, or hard to read. */
export type LargeBody = { name: string; path: string; body: string; headers?: Record<string, string> };

const MIB = 2 ** 20;
/** A body may have 4 MiB. This is a little less, since other parameters stand around its one large part. */
const ROOM = 4 * MIB - 200;
const RECIPIENTS = 10_000;
/** How many values and keys the JSON bodies have: a few less than the limits. */
const VALUES = 29_900;
const KEYS = 990;

/**
 * Every operation that takes a list, with the longest list, and JSON in the shapes that take longest to read.
 */
export function largeBodies(): LargeBody[] {
  return [...lists(), ...shapes()].map((body) => ({ path: "/gateway/sms/out", ...body }));
}

type Made = Omit<LargeBody, "path"> & { path?: string };

function lists(): Made[] {
  const to = Array.from({ length: RECIPIENTS }, (_, n) => recipient(n));
  const plain = { to, body: "Kia ora", messageClass: "transactional" };
  const spaced = to.map((number) => `+64 ${"- ".repeat(40)}${number.slice(2)}`);
  const abroad = to.map((number) => `33612${number.slice(-6)}`);
  const landlines = to.map((number) => `6499${number.slice(-6)}`);
  const links = Array.from({ length: 80 }, (_, n) => `host${n}.example.co.nz`).join(" ");
  const request = (name: string, parameters: object, headers?: Record<string, string>) => ({
    name,
    body: JSON.stringify({ ...plain, ...parameters }),
    ...(headers ? { headers } : {}),
  });
  return [
    request("send to 10,000", {}),
    request("send to 10,000, padded to 4 MiB", {
      contentType: "text/plain",
      extra: "x".repeat(ROOM - 200_000),
    }),
    request("send to 10,000, each number spaced out", { to: spaced }),
    request("send to 10,000 abroad", { to: abroad }),
    request("send to 10,000 that cannot receive", { to: landlines }),
    request("send to 10,000, with a key", {}, { "Idempotency-Key": "large" }),
    request("the same again", {}, { "Idempotency-Key": "large" }),
    request("send to 10,000, held for 80 domains", { body: links }),
    request("the same with a key", { body: links }, { "Idempotency-Key": "held" }),
    request("the same again", { body: links }, { "Idempotency-Key": "held" }),
    request("sandbox send to 10,000", { sandbox: true, body: "x".repeat(1_600) }),
    request("send to 29,000, refused", { to: Array.from({ length: 29_000 }, (_, n) => recipient(n)) }),
  ];
}

function shapes(): Made[] {
  const listOf = (value: (length: number) => string, count = VALUES) => {
    const length = Math.floor(ROOM / count) - 3;
    return `{"to":[${Array.from({ length: count }, () => value(length)).join(",")}]}`;
  };
  const keys = (key: (n: number) => string) =>
    `{"to":{${Array.from({ length: KEYS }, (_, n) => `"${key(n)}":1`).join(",")}}}`;
  const long = (text: string) => `{"body":"${text}"}`;
  const nested = `${"[".repeat(14)}${"]".repeat(14)}`;
  return [
    { name: "one text of 4 MiB", body: long("a".repeat(ROOM)) },
    { name: "one text of escapes", body: long("\\n".repeat(ROOM / 2)) },
    { name: "one text of escapes, wide at its end", body: long(`${"\\n".repeat(ROOM / 2 - 3)}\\u4e2d`) },
    { name: "one text of three bytes a character", body: long("中".repeat(Math.floor(ROOM / 3))) },
    { name: "texts of escapes", body: listOf((length) => `"${"\\n".repeat(length / 2 - 1)}"`) },
    { name: "long numbers", body: listOf((length) => `0.${"1".repeat(length - 2)}`) },
    { name: "one number of 4 MiB", body: `{"to":0.${"123456789".repeat(Math.floor(ROOM / 9))}}` },
    { name: "empty objects, far apart", body: listOf((length) => `${" ".repeat(length - 2)}{}`) },
    { name: "as deep as may be", body: listOf(() => nested, Math.floor(VALUES / 14)) },
    { name: "long keys of escapes", body: keys((n) => `${n}${"\\n".repeat(2_050)}`) },
  ].map((shape) => ({ ...shape, path: "/gateway/sms/out" }));
}
