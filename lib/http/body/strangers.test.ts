import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { enterPlace, leavePlace } from "@/lib/http/body/strangers";
import { fromWeb, type GatewayRequest } from "@/lib/http/request/gateway-request";

const entered: GatewayRequest[] = [];
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  for (const request of entered.splice(0)) leavePlace(request);
});

/** Returns a request with the given headers. */
function requestWith(headers: Record<string, string>): GatewayRequest {
  return fromWeb(new Request("http://gateway.test/x", { headers }));
}

const large = () => requestWith({ "content-length": "65000" });

function enter(address: string, request = large()): Promise<boolean> {
  entered.push(request);
  return enterPlace(request, address);
}

/** Counts the requests that have their place by now. */
async function inside(asked: readonly Promise<boolean>[]): Promise<number> {
  let count = 0;
  for (const each of asked) void each.then((has) => (count += has ? 1 : 0));
  await vi.advanceTimersByTimeAsync(1);
  return count;
}

describe("strangers' larger bodies", () => {
  it("have two places of an address, one after the other, and nobody else waits for them", async () => {
    const asked = Array.from({ length: 6 }, () => enter("a"));
    expect([await inside(asked), await inside([enter("b")])]).toEqual([2, 1]);
    const [first, second] = entered;
    if (!first || !second) throw new Error("Nobody has entered.");
    leavePlace(first);
    leavePlace(first);
    expect(await inside(asked)).toBe(3);
    leavePlace(second);
    expect(await inside(asked)).toBe(4);
  });

  it("are refused where one has waited for ten seconds, or too many of an address wait", async () => {
    const asked = Array.from({ length: 2 + 256 }, () => enter("c"));
    expect(await enter("c")).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(2);
    expect(await enter("d")).toBe(true);
  });

  it("have one place each, however often they ask for it", async () => {
    const request = large();
    for (let time = 0; time < 9; time++) expect(await enter("e", request)).toBe(true);
    expect(await inside(Array.from({ length: 4 }, () => enter("e")))).toBe(1);
  });

  it.each<[string, Record<string, string>, number]>([
    ["short", { "content-length": "16384" }, 9],
    ["none", {}, 9],
    ["of a length that nobody announced", { "transfer-encoding": "chunked" }, 2],
  ])("%s", async (_, headers, expected) => {
    const asked = Array.from({ length: 9 }, () => enter("f", requestWith(headers)));
    expect(await inside(asked)).toBe(expected);
  });
});
