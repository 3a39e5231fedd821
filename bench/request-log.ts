import { openDatabases } from "@/bench/lib/databases";
import { number } from "@/bench/lib/options";
import { takenBy } from "@/bench/lib/process/processes";
import { sendOperation } from "@/lib/contracts/gateway/send";
import { openDatabase } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { GatheredChunks } from "@/lib/requests/chunks/gathered-chunks";
import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { redact } from "@/lib/requests/redact";
import { flushRequestLog, logRequest } from "@/lib/requests/request-log";
import { endAll } from "@/lib/shutdown";
import { runCommand } from "@/server/base/command-error";
import { ROOT } from "@/server/base/root";
import { shutDownOnSignals } from "@/server/base/shutdown";

// What the log of requests costs of the processor for each request, and of the disk: seconds of so many requests, each of one
// account, which is another after each.
//
// node --import tsx bench/request-log.ts [seconds] [requests a second]

/** Seconds follow each other at once: with one account, all parameters that are kept of it would soon be used up. */
const ACCOUNTS = 16;

type Given = { requestId: string; messageId: string; parameters: Map<string, unknown> };

const given = (nth: number): Given => ({
  requestId: newId(),
  messageId: newId(),
  parameters: new Map<string, unknown>([
    ["to", `64211${String((nth * 7919) % 1_000_000).padStart(6, "0")}`],
    ["body", "Kia ora from the benchmark: your order is on its way."],
    ["messageClass", "transactional"],
    ["messageId", `order ${nth}`],
  ]),
});

function logged({ requestId, messageId, parameters }: Given, nth: number, accountId = 1): LoggedRequest {
  return {
    requestId,
    accountId,
    at: new Date(),
    method: "POST",
    path: "/gateway/sms/out",
    status: 200,
    errorCode: null,
    error: null,
    durationMs: 2 + (nth % 9),
    credential: "token",
    apiKeyId: "01976a52-0000-7000-8000-000000000001",
    address: "203.0.113.7",
    parameters: redact(sendOperation.logged, parameters),
    messageId,
  };
}

/** Microseconds of this process's processor time, its threads included. */
function usedMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

function alone(name: string, requests: readonly Given[], work: (one: Given, nth: number) => void): void {
  const rounds = 50;
  for (const [nth, one] of requests.entries()) work(one, nth);
  const before = usedMicros();
  for (let round = 0; round < rounds; round++) for (const [nth, one] of requests.entries()) work(one, nth);
  say(name, (usedMicros() - before) / rounds / requests.length);
}

function say(name: string, micros: number): void {
  console.log(`${name.padEnd(44)}${micros.toFixed(2).padStart(8)} µs a request`);
}

runCommand(async () => {
  const seconds = number(process.argv[2] ?? "60", "SECONDS", 600);
  const rate = number(process.argv[3] ?? "4000", "REQUESTS", 100_000);
  shutDownOnSignals();
  try {
    const requests = Array.from({ length: rate }, (_, nth) => given(nth));
    alone("redacted", requests, ({ parameters }) => redact(sendOperation.logged, parameters));
    const chunks = new GatheredChunks();
    alone("redacted and gathered", requests, (one, nth) => {
      chunks.add(logged(one, nth));
      if (nth === rate - 1) chunks.release(chunks.take(true));
    });

    const { url, pid } = await openDatabases(ROOT, undefined, false);
    const database = openDatabase(url, 4);
    const second = async (n: number) => {
      const accountId = 1 + (n % ACCOUNTS);
      for (const [nth, one] of requests.entries())
        logRequest(database, accountId, "done", () => logged(one, nth, accountId));
      await flushRequestLog(database);
    };
    for (let warm = 0; warm < ACCOUNTS; warm++) await second(warm);
    const databaseSeconds = () => (pid === null ? 0 : (takenBy(pid)?.cpuSeconds ?? 0));
    const before = { own: usedMicros(), database: databaseSeconds() };
    for (let n = 0; n < seconds; n++) await second(n);
    const count = seconds * rate;
    say("written, in this process", (usedMicros() - before.own) / count);
    say("written, in the database", ((databaseSeconds() - before.database) * 1e6) / count);
    const [size] = await database.query<{ bytes: number; raw: number }>({
      text: `select sum(octet_length(requests))::float8 / sum(count) as bytes, sum(raw_bytes)::float8 / sum(count) as raw
        from api_request_chunks`,
      values: [],
    });
    console.log(`${size?.raw.toFixed(0)} bytes a request, ${size?.bytes.toFixed(0)} compressed`);
    await database.close();
    await endAll();
  } catch (error) {
    await endAll();
    throw error;
  }
});
