import { describe, expect, it } from "vitest";
import { newId } from "@/lib/ids";
import { GatheredChunks, heldBytes, MAX_HELD_BYTES } from "@/lib/requests/chunks/gathered-chunks";
import type { LoggedRequest } from "@/lib/requests/chunks/logged-request";
import { MAX_CHUNK_BYTES } from "@/lib/requests/chunks/open-chunk";
import { redact } from "@/lib/requests/redact";
import { loggedRequest } from "@/tests/support/requests";

const AT = new Date("2026-11-20T23:00:00Z");

const request = (accountId: number, changes: Partial<LoggedRequest> = {}) =>
  loggedRequest({ accountId, at: AT, ...changes });

describe("chunks", () => {
  /** Returns the chunks of requests, and the memory that they hold. */
  function gathered(requests: readonly LoggedRequest[]) {
    const chunks = new GatheredChunks();
    for (const one of requests) chunks.add(one);
    const taken = chunks.take(true);
    chunks.release(taken);
    return taken;
  }

  const many = (length: number, of: (nth: number) => LoggedRequest) =>
    Array.from({ length }, (_, n) => of(n));

  it("have at most a thousand requests, 256 KiB and 200 groups, of one account and ten seconds", () => {
    const small = gathered(many(2_500, () => request(1)));
    expect(small.map(({ count }) => count)).toEqual([1_000, 1_000, 500]);
    const parameters = JSON.stringify({ x: "ā".repeat(2_000) });
    const large = gathered(many(200, () => request(1, { parameters })));
    expect(large.reduce((sum, { count }) => sum + count, 0)).toBe(200);
    for (const chunk of large) expect(chunk.json().length).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
    const grouped = gathered(many(500, () => request(1, { apiKeyId: newId() })));
    expect(grouped.map(({ groups }) => groups.length)).toEqual([200, 200, 100]);
    const later = (ms: number) => new Date(AT.getTime() + ms);
    const spread = gathered([
      request(1),
      request(2),
      request(1, { at: later(9_999) }),
      request(1, { at: later(10_000) }),
      request(1, { at: later(-1) }),
    ]);
    expect(spread.map(({ accountId, count }) => [accountId, count])).toEqual([
      [1, 2],
      [2, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(heldBytes()).toBe(0);
  });

  it("hold no more, and have one group, whatever names their requests' parameters have", () => {
    const named = (nth: number) =>
      redact({}, new Map([[`name_${"abcdefghij"[nth % 10]}`.repeat(1 + (nth % 5)), nth]]));
    const chunks = gathered(many(900, (nth) => request(1, { parameters: named(nth) })));
    expect(chunks.flatMap(({ groups }) => groups)).toMatchObject([{ path: "/gateway/sms/out", count: 900 }]);
    for (const name of ["a", "b", "c"])
      expect(JSON.stringify(chunks.map(({ groups }) => groups))).not.toContain(`name_${name}`);
  });

  it("are written a hundred a second, the first first, unless too much would wait", () => {
    const chunks = new GatheredChunks();
    for (let accountId = 1; accountId <= 250; accountId++) chunks.add(request(accountId));
    const [first, second] = [chunks.take(false), chunks.take(false)];
    expect(first.map(({ accountId }) => accountId)).toEqual(many(100, () => request(1)).map((_, n) => n + 1));
    expect(second).toHaveLength(100);
    const parameters = JSON.stringify({ x: "x".repeat(2_000) });
    for (let accountId = 300; heldBytes() < MAX_HELD_BYTES; accountId++)
      chunks.add(request(accountId, { parameters }));
    const third = chunks.take(false);
    const held = third.reduce((sum, chunk) => sum + chunk.held, 0);
    expect(held).toBeGreaterThanOrEqual(MAX_HELD_BYTES / 2 - 100_000);
    expect(chunks.isEmpty()).toBe(false);
    chunks.release([...first, ...second, ...third]);
    chunks.release(chunks.take(true));
    expect(heldBytes()).toBe(0);
  });
});
