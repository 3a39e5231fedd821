import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { isRight, numberText, runLoad } from "@/bench/lib/load/load";
import { OWN_NUMBER, recipient, request } from "@/bench/lib/load/requests";
import { newId } from "@/lib/ids";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const job = { connections: 4, seconds: 0.3, requests: [request("GET", "/")], firstNumber: 0 };

it("keeps every id that was answered, of single and of bulk sends", async () => {
  const made: string[] = [];
  const port = await listen((_, response) => {
    const ids = Array.from({ length: 600 }, () => newId());
    made.push(...ids);
    response.end(JSON.stringify({ messages: ids.map((id) => ({ message_id: id, to: "64211234567" })) }));
  });
  const { statuses, ids, allIds, samples } = await runLoad({ ...job, port });
  expect([samples, statuses.filter((status) => status !== 200)]).toEqual([[], []]);
  expect(allIds.toSorted()).toEqual(made.toSorted());
  expect(ids).toHaveLength(made.length / 600);
  expect(ids.every((id) => made.includes(id ?? ""))).toBe(true);
});

it("keeps its connections busy, counts what is refused or has no answer, and goes on", async () => {
  let asked = 0;
  const port = await listen((_, response) => {
    asked++;
    if (asked % 10 === 0) response.socket?.destroy();
    else if (asked % 10 === 5) response.writeHead(429).end("slower");
    else response.end("{}");
  });
  const { statuses, answeredAt, dueAt, samples } = await runLoad({ ...job, port });
  const tenths = Math.floor(asked / 10);
  expect(tenths).toBeGreaterThan(1);
  expect(statuses).toHaveLength(asked);
  expect(statuses.filter((status) => status === 0)).toHaveLength(tenths);
  expect(statuses.filter((status) => status === 429)).toHaveLength(Math.floor((asked + 5) / 10));
  expect(
    statuses.every((status, index) => status === 0 || (answeredAt[index] ?? 0) > (dueAt[index] ?? 0)),
  ).toBe(true);
  expect(samples).toContain("429 slower");
});

it("sends each request once without a time", async () => {
  const paths: (string | undefined)[] = [];
  const port = await listen((asked, response) => {
    paths.push(asked.url);
    response.end();
  });
  const requests = Array.from({ length: 10 }, (_, index) => request("GET", `/${index}`));
  await runLoad({ ...job, port, requests, seconds: null });
  expect(paths.toSorted()).toEqual(requests.map((_, index) => `/${index}`));
});

it("sends requests when they are due, whatever the answers do, and counts those without one", async () => {
  const texts: string[] = [];
  const port = await listen((asked, response) => {
    texts.push(asked.url ?? "");
    if (texts.length % 10 === 0) response.socket?.destroy();
    else if (texts.length % 10 === 5) response.writeHead(503).end("busy");
    // The first responses are held until later requests arrive.
    else if (texts.length > 20) response.end(`{"message_id":"${newId()}"}`);
    else held.push(() => response.end(`{"message_id":"${newId()}"}`));
    if (texts.length > 20) for (const answer of held.splice(0)) answer();
  });
  const held: (() => void)[] = [];
  const requests = [request("GET", `/${OWN_NUMBER}`)];
  const pace = { perSecond: 400, seconds: 0.25, seed: 3, firstNumber: 500 };
  const { dueAt, answeredAt, statuses, ids, samples } = await runLoad({ port, requests, ...pace });
  expect(dueAt.length).toBeGreaterThan(60);
  expect(texts.toSorted()).toEqual(dueAt.map((_, index) => `/${numberText(500 + index)}`));
  const tenths = Math.floor(dueAt.length / 10);
  expect(statuses.filter((status) => status === 0)).toHaveLength(tenths);
  expect(statuses.filter((status) => status === 503)).toHaveLength(Math.floor((dueAt.length + 5) / 10));
  expect(ids.map((id) => id !== null)).toEqual(statuses.map(isRight));
  expect(answeredAt.every((at, index) => (at > 0 ? at > (dueAt[index] ?? 0) : statuses[index] === 0))).toBe(
    true,
  );
  expect(samples).toContain("503 busy");
});

it("sends to numbers alone that are delivered to", () => {
  const numbers = Array.from({ length: 20_000 }, (_, index) => recipient(index));
  expect(numbers.filter((number) => !/^6421\d{7}$/.test(number) || /99\d\d$/.test(number))).toEqual([]);
});
