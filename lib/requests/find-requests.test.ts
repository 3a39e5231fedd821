import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { expect, it, test, vi } from "vitest";
import { cursor, MAX_COUNTED, type Place } from "@/lib/contracts/members/cursor";
import type { ListRequestsRequest } from "@/lib/contracts/members/requests";
import { db } from "@/lib/db/client";
import { readSearchedPage, type SearchedPage } from "@/lib/db/keyset";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { findChunksStatement } from "@/lib/requests/chunks/read-chunks.sql";
import { askedGroup, isAsked, outcomeOf } from "@/lib/requests/chunks/request-group";
import { countRequests } from "@/lib/requests/count-requests";
import { findRequests, SEARCH_BOUNDS } from "@/lib/requests/find-requests";
import type { RequestRow } from "@/lib/requests/list-requests.sql";
import { findRequest } from "@/lib/requests/read-request";
import { useTestDatabase } from "@/tests/support/database/database";
import { loggedRequest, writeInChunks } from "@/tests/support/requests";

useTestDatabase();

const AT = new Date("2026-11-20T23:00:00Z");
const KEYS = [newId(), newId()];
const PATHS = ["/gateway/sms/out", "/gateway/sms/balance"];

const GREATEST = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const later = (ms: number) => new Date(AT.getTime() + ms);

let accounts = 1_000;

/** The place of a request: a row, or a chunk of one of several processes. */
type WrittenRequest = { process: number; request: LoggedRequest };

/** Requests of a few instants, so that many have the same one. The duration distinguishes them. */
const anyRequest = fc.record({
  process: fc.integer({ min: 0, max: 3 }),
  ms: fc.oneof(
    fc.integer({ min: 0, max: 40 }).map((n) => n * 997),
    fc.integer({ min: 9_990, max: 10_010 }),
  ),
  status: fc.constantFrom(200, 200, 200, 400, 500),
  path: fc.constantFrom(...PATHS),
  apiKeyId: fc.constantFrom(null, ...KEYS),
});

const anyFilter = fc.record(
  {
    status: fc.constantFrom("succeeded" as const, "refused" as const, "failed" as const),
    code: fc.constantFrom("invalid_parameter" as const, "internal_error" as const),
    path: fc.constantFrom(...PATHS, "/none"),
    key: fc.constantFrom(...KEYS, "password", "integration"),
    start: fc.integer({ min: -5_000, max: 30_000 }).map(later),
    end: fc.integer({ min: 5_000, max: 45_000 }).map(later),
  },
  { requiredKeys: [] },
);

const CODES = { 200: null, 400: "invalid_parameter", 500: "internal_error" } as const;

/** Writes requests of a new account, and returns them with the account. */
async function written(
  given: readonly { process: number; ms: number; status: number; path: string; apiKeyId: string | null }[],
): Promise<{ accountId: number; all: WrittenRequest[] }> {
  const accountId = ++accounts;
  const all = given.map(({ process, ms, status, path, apiKeyId }, durationMs) => {
    const errorCode = CODES[status as keyof typeof CODES];
    const credential = apiKeyId === null ? ("password" as const) : ("token" as const);
    const about = { accountId, at: later(ms), status, errorCode, path, apiKeyId, credential, durationMs };
    return { process, request: loggedRequest(about) };
  });
  const rows = all.filter(({ process }) => process === 0).map(({ request }) => ({ id: newId(), ...request }));
  await db().prisma.apiRequest.createMany({ data: rows });
  for (const process of [1, 2, 3]) {
    const own = all.filter((one) => one.process === process).map(({ request }) => request);
    // A process writes every second, and here after every few requests.
    for (let from = 0; from < own.length; from += 7) await writeInChunks(own.slice(from, from + 7));
  }
  return { accountId, all };
}

function fits({ request }: WrittenRequest, asked: ListRequestsRequest): boolean {
  const { method, path, status, errorCode: code, credential, apiKeyId: key, at } = request;
  const group = { method, path, status, outcome: outcomeOf(status), code, credential, key, count: 1 };
  if (asked.start && at < asked.start) return false;
  return !(asked.end && at > asked.end) && isAsked(group, askedGroup(asked));
}

/** Returns a reader of a list's pages, within limits. */
function reader(accountId: number, asked: ListRequestsRequest, bounds: typeof SEARCH_BOUNDS) {
  const placeOf = (text: string | null) => (text === null ? undefined : cursor().parse(text));
  return (which: { before?: string | null; after?: string | null }): Promise<SearchedPage<RequestRow>> =>
    readSearchedPage(
      { ...asked, before: placeOf(which.before ?? null), after: placeOf(which.after ?? null) },
      (stretch) => findRequests(db(), { accountId, asked, stretch, bounds }),
    );
}

const byPlace = (one: Place, other: Place) =>
  one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1);

test("rows and chunks of several processes are one list in both orders, whatever is asked and however pages are turned", async () => {
  const anyBounds = fc.constantFrom(
    SEARCH_BOUNDS,
    { scanned: 50_000, found: 2, expanded: 1 },
    { scanned: 1, found: 1, expanded: 1 },
    { scanned: 3, found: 2, expanded: 2 },
  );
  const order = fc.constantFrom("time" as const, "-time" as const);
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRequest, { maxLength: 120, size: "max" }),
      fc.array(anyFilter, { minLength: 1, maxLength: 3 }),
      fc.record({ order, bounds: anyBounds, limit: fc.integer({ min: 1, max: 30 }) }),
      async (given, filters, { order, bounds, limit }) => {
        const { accountId, all } = await written(given);
        for (const filter of filters) {
          const asked = { ...filter, order, limit };
          const page = reader(accountId, asked, bounds);
          const [onwards, backwards] =
            order === "time" ? (["newer", "older"] as const) : (["older", "newer"] as const);
          const turn = (direction: "newer" | "older", to: string | null) =>
            page(direction === "older" ? { before: to } : { after: to });

          const found: RequestRow[] = [];
          let last = await page({});
          found.push(...last.rows);
          while (last[onwards] !== null) {
            last = await turn(onwards, last[onwards]);
            found.push(...last.rows);
          }
          const inOrder = [...found].sort(byPlace);
          expect(found).toEqual(order === "time" ? inOrder : inOrder.reverse());
          const expected = all.filter((one) => fits(one, asked)).map(({ request }) => request.durationMs);
          expect(found.map(({ durationMs }) => durationMs).sort((a, b) => a - b)).toEqual(expected);
          expect(await countRequests(db(), accountId, asked)).toEqual({
            count: expected.length,
            isMore: false,
          });

          let place = found.length - last.rows.length;
          while (last[backwards] !== null) {
            last = await turn(backwards, last[backwards]);
            const isFirst = last[backwards] === null;
            const [from, to] = isFirst ? [0, last.rows.length] : [place - last.rows.length, place];
            expect(last.rows).toEqual(found.slice(from, to));
            place = from;
          }
        }
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

test("each request of a chunk is found by its id, by its own account alone", async () => {
  const error = `Parameter '"\\{},' is required.`;
  const parameters = '{"to":"null \\"x\\"","…":2}';
  const messageId = newId();
  const requests = Array.from({ length: 1_500 }, (_, durationMs) =>
    loggedRequest({ accountId: 1, at: later(durationMs % 50), durationMs, error, parameters, messageId }),
  );
  await writeInChunks(requests);
  const { rows } = await findRequests(db(), {
    accountId: 1,
    asked: { limit: 2_000 },
    stretch: { place: null, direction: "older", limit: 2_000 },
  });
  expect(rows).toHaveLength(1_500);
  for (const row of rows.filter((_, nth) => nth % 100 === 0)) {
    const { requestId, at } = requests[row.durationMs] as LoggedRequest;
    expect(await findRequest(db(), 1, row.id)).toEqual({
      ...row,
      requestId,
      at,
      error,
      parameters,
      messageId,
      address: "203.0.113.7",
    });
    expect(await findRequest(db(), 1, row.id.toUpperCase())).toMatchObject({ requestId });
    expect(await findRequest(db(), 2, row.id)).toBeUndefined();
  }
  for (const id of [newId(), `${rows[0]?.id.slice(0, 15)}fff${rows[0]?.id.slice(18)}`, "none", GREATEST])
    expect(await findRequest(db(), 1, id)).toBeUndefined();
});

it("begins anywhere that a cursor may name", async () => {
  await writeInChunks([loggedRequest({ accountId: 6, at: AT })]);
  for (const at of [new Date(0), AT, new Date(Date.UTC(10_000, 0) - 1)])
    for (const direction of ["older", "newer"] as const) {
      const stretch = { place: { at, id: GREATEST }, direction, limit: 26 };
      const { rows } = await findRequests(db(), { accountId: 6, asked: { limit: 25 }, stretch });
      expect(rows).toHaveLength(direction === "older" ? Number(at >= AT) : Number(at < AT));
    }
});

it("counts no more than it reads, and says so", async () => {
  const requests = Array.from({ length: MAX_COUNTED + 1 }, (_, nth) =>
    loggedRequest({ accountId: 3, at: later(nth), status: nth % 2 ? 200 : 400 }),
  );
  await writeInChunks(requests);
  const counted = (asked: Partial<ListRequestsRequest>) => countRequests(db(), 3, { limit: 25, ...asked });
  expect(await counted({})).toEqual({ count: MAX_COUNTED, isMore: true });
  expect(await counted({ status: "succeeded" })).toEqual({ count: 500, isMore: false });
  expect(await counted({ start: later(100), end: later(199) })).toEqual({ count: 100, isMore: false });
});

it("expands a bounded number of chunks for a page, says how far it came, and finds the rest on the next", async () => {
  for (let chunk = 0; chunk < 6; chunk++)
    await writeInChunks([
      loggedRequest({ accountId: 4, at: later(chunk * 20_000) }),
      loggedRequest({ accountId: 4, at: later(chunk * 20_000 + 9_000), status: 400 }),
    ]);
  // The group of each chunk matches, but not the time of its requests.
  const asked = { status: "refused" as const, end: later(100_500), limit: 25 };
  const query = vi.fn(db().query);
  const page = (place: Place | null) =>
    findRequests({ ...db(), query } as never, {
      accountId: 4,
      asked,
      stretch: { place, direction: "older", limit: 26 },
      bounds: { ...SEARCH_BOUNDS, expanded: 2 },
    });
  const first = await page(null);
  expect(first.stoppedAt?.at).toEqual(later(69_000));
  expect(first.rows.map(({ at }) => at)).toEqual([later(89_000)]);
  expect(query).toHaveBeenCalledTimes(4);
  const second = await page(first.stoppedAt);
  expect(second.rows.map(({ at }) => at)).toEqual([69_000, 49_000].map(later));
  const third = await page(second.stoppedAt);
  expect([third.rows.length, third.stoppedAt]).toEqual([2, null]);
});

it("shows the rest where a chunk cannot be read, and expands no more than it says it is", async () => {
  await writeInChunks([loggedRequest({ accountId: 5, at: AT })]);
  const [chunk] = await db().prisma.apiRequestChunk.findMany({ where: { accountId: 5 } });
  const where = { id: chunk?.id ?? "" };
  await db().prisma.apiRequestChunk.update({ where, data: { rawBytes: (chunk?.rawBytes ?? 0) - 1 } });
  await writeInChunks([loggedRequest({ accountId: 5, at: later(1) })]);
  const logged = vi.spyOn(log(), "error").mockReturnValue(undefined);
  const stretch = { place: null, direction: "older", limit: 26 } as const;
  const { rows } = await findRequests(db(), { accountId: 5, asked: { limit: 25 }, stretch });
  expect(rows.map(({ at }) => at)).toEqual([later(1)]);
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ chunk: where.id }),
    expect.stringContaining("could not be read"),
  );
  logged.mockRestore();
});

it.each(["[1]", "{}", '[{"g":0}]', '[[7,0,0,"id"]]'])("shows the rest where a chunk has %s", async (text) => {
  const { accountId } = await written([
    { process: 1, ms: 0, status: 200, path: PATHS[0] as string, apiKeyId: null },
    { process: 0, ms: 5, status: 200, path: PATHS[0] as string, apiKeyId: null },
  ]);
  const requests = new Uint8Array(deflateRawSync(text));
  const data = { requests, rawBytes: Math.max(text.length, 3) };
  await db().prisma.apiRequestChunk.updateMany({ where: { accountId }, data });
  const logged = vi.spyOn(log(), "error").mockReturnValue(undefined);
  const { rows } = await readSearchedPage({ limit: 25 }, (stretch) =>
    findRequests(db(), { accountId, asked: { limit: 25 }, stretch }),
  );
  expect(rows).toHaveLength(1);
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});

it("reads the list of chunks in its order, and no further than it finds enough", async () => {
  for (const direction of ["older", "newer"] as const) {
    const stretch = { place: null, direction };
    const statement = findChunksStatement({
      accountId: 1,
      asked: { limit: 25 },
      stretch,
      behind: null,
      bounds: { scanned: 50_000, found: 200 },
    });
    const plan = await db().query({ ...statement, text: `explain ${statement.text}` });
    expect(JSON.stringify(plan)).not.toMatch(/Sort/);
  }
});
