import { expect, it } from "vitest";
import { POST } from "@/app/gateway/sms/out/route";
import { useTestDatabase } from "@/tests/support/database/database";
import { type TestAccount, testAccount } from "@/tests/support/server/gateway";

useTestDatabase();

const MANY = Array.from({ length: 300 }, (_, index) => String(64_211_000_000 + index));

/** Sends a request, and reads nothing of the answer yet. */
function ask({ userId, password }: TestAccount, parameters: object, headers: Record<string, string> = {}) {
  const message = { to: MANY, body: "Kia ora ".repeat(150), messageClass: "transactional" };
  return POST(
    new Request("http://gateway.test/gateway/sms/out", {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ userId, password, ...message, ...parameters }),
    }),
  );
}

const SANDBOX = { sandbox: true };

it("holds the place of a request to many until its answer has been read", async () => {
  const [account, other] = [await testAccount(), await testAccount()];
  const [first, second] = [await ask(account, SANDBOX), await ask(account, SANDBOX)];
  const third = await ask(account, SANDBOX);
  expect(third.status).toBe(429);
  expect(third.headers.get("retry-after")).toBe("1");
  expect(await third.json()).toMatchObject({ success: false, code: "too_many_requests" });
  // Small requests and other accounts do not wait.
  expect((await ask(account, { ...SANDBOX, to: MANY[0] })).status).toBe(200);
  expect((await ask(other, SANDBOX)).status).toBe(200);

  const waiting = ask(account, SANDBOX);
  const { messages, summary } = (await first.json()) as { messages: { to: string }[]; summary: object };
  expect(messages.map(({ to }) => to)).toEqual(MANY);
  expect(summary).toEqual({ total: 300, sent: 300, failed: 0 });
  const fourth = await waiting;
  expect(fourth.status).toBe(200);

  // A reader that leaves releases its place like one that reads to the end.
  await fourth.body?.cancel();
  expect((await ask(account, SANDBOX)).status).toBe(200);
  await second.body?.cancel();
});

/** Sends the credentials in the query string, so that the body may be a large one. */
function askWith({ userId, password }: TestAccount, body: string) {
  const url = `http://gateway.test/gateway/sms/out?${new URLSearchParams({ userId, password })}`;
  return POST(new Request(url, { method: "POST", headers: { "content-type": "application/json" }, body }));
}

it("does not parse a large body that finds no place", async () => {
  const account = await testAccount();
  const [small, large] = ["{", `{${" ".repeat(64 * 1024)}`];
  const answers = [await ask(account, SANDBOX), await ask(account, SANDBOX)];
  const refused = await askWith(account, large);
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect((await askWith(account, small)).status).toBe(400);
  await answers[0]?.body?.cancel();
  // Its place is free again after any outcome of the request.
  for (let time = 0; time < 3; time++) expect((await askWith(account, large)).status).toBe(400);
  await answers[1]?.body?.cancel();
});

it("gives the place of a refused request back", async () => {
  const account = await testAccount({ balanceMicros: 0n });
  for (let time = 0; time < 4; time++) {
    expect((await ask(account, {})).status).toBe(403);
    expect((await ask(account, { to: [...MANY, ...Array(10_000).fill("1")] })).status).toBe(400);
  }
});

it("repeats a long answer byte for byte, and in a place as the first one", async () => {
  const account = await testAccount({ balanceMicros: 1_000_000_000n });
  const key = { "idempotency-key": "a-long-one" };
  // The response names all these held hosts for each recipient.
  const body = Array.from({ length: 70 }, (_, host) => `host${host}.example.co.nz`).join(" ");
  const first = await (await ask(account, { body }, key)).text();
  expect(first.length).toBeGreaterThan(512 * 1024);
  const [repeat, again] = [await ask(account, { body }, key), await ask(account, { body }, key)];
  expect((await ask(account, { body }, key)).status).toBe(429);
  for (const response of [repeat, again]) {
    expect(response.headers.get("idempotent-replay")).toBe("true");
    expect(await response.text()).toBe(first);
  }
});
