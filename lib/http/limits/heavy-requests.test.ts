import { afterEach, describe, expect, it, vi } from "vitest";
import { HeavyPlace, MAX_UNREAD_RECIPIENTS } from "@/lib/http/limits/heavy-requests";

const MANY = 101;

/** The error for a busy server, which is not the account's own doing. */
const BUSY = { code: "unavailable", headers: { "Retry-After": "1" } };

const places: HeavyPlace[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const place of places.splice(0)) place.leave();
});

async function enter(accountId: number, recipients = MANY): Promise<void> {
  const place = new HeavyPlace();
  // A rejected request also leaves its place.
  places.push(place);
  await place.enterFor(accountId, recipients);
}

describe("requests to many recipients", () => {
  it("are two of an account at once; others wait a moment, and are told to come again", async () => {
    vi.useFakeTimers();
    await enter(1);
    await enter(1);
    const third = expect(enter(1)).rejects.toMatchObject({
      code: "too_many_requests",
      headers: { "Retry-After": "1" },
    });
    await enter(2);
    await vi.advanceTimersByTimeAsync(2_000);
    await third;
    places.shift()?.leave();
    await enter(1);
  });

  it("are sixteen of all accounts: who has none is told that the service is busy", async () => {
    vi.useFakeTimers();
    for (let account = 1; account <= 16; account++) await enter(account);
    const refused = expect(enter(17)).rejects.toMatchObject({ code: "unavailable" });
    await vi.advanceTimersByTimeAsync(2_000);
    await refused;
  });

  it("keep nobody else waiting for longer than 30 seconds after their answers began, and their account until they are read", async () => {
    vi.useFakeTimers();
    for (let account = 1; account <= 16; account++) await enter(account);
    const answering = places.slice(0, 8);
    for (const place of answering) place.beginAnswer();
    const early = expect(enter(17)).rejects.toMatchObject({ code: "unavailable" });
    await vi.advanceTimersByTimeAsync(29_000);
    await early;
    await vi.advanceTimersByTimeAsync(1_000);
    for (let account = 17; account <= 24; account++) await enter(account);
    const late = expect(enter(25)).rejects.toMatchObject({ code: "unavailable" });
    await vi.advanceTimersByTimeAsync(2_000);
    await late;
    // If they are read late, they do not release their places twice.
    for (const place of answering) place.leave();
    const none = expect(enter(25)).rejects.toMatchObject({ code: "unavailable" });
    await vi.advanceTimersByTimeAsync(2_000);
    await none;
  });

  it("whose answers an account does not read are two, however long ago they began", async () => {
    vi.useFakeTimers();
    await enter(1);
    await enter(1);
    for (const place of places) place.beginAnswer();
    await vi.advanceTimersByTimeAsync(60_000);
    const third = expect(enter(1)).rejects.toMatchObject({ code: "too_many_requests" });
    await vi.advanceTimersByTimeAsync(2_000);
    await third;
    await enter(2);
  });

  it("whose answers are not read are 64 of all accounts", async () => {
    vi.useFakeTimers();
    for (let account = 1; account <= 32; account++) {
      for (let time = 0; time < 2; time++) await enter(account);
      for (const place of places) place.beginAnswer();
      await vi.advanceTimersByTimeAsync(30_000);
    }
    const refused = expect(enter(33)).rejects.toMatchObject(BUSY);
    await vi.advanceTimersByTimeAsync(2_000);
    await refused;
    places.shift()?.leave();
    await enter(33);
  });

  it("are to so many recipients of all together, however many each is to", async () => {
    const most = MAX_UNREAD_RECIPIENTS / 4;
    for (let account = 1; account <= 4; account++) await enter(account, most);
    const last = new HeavyPlace();
    places.push(last);
    await expect(last.enterFor(5, MANY)).rejects.toMatchObject(BUSY);
    last.leave();
    const first = places.shift();
    first?.leave();
    first?.leave();
    await enter(5, most);
    await expect(enter(6)).rejects.toMatchObject(BUSY);
  });

  it("have one place each, however often they ask for it", async () => {
    const place = new HeavyPlace();
    places.push(place);
    for (let time = 0; time < 4; time++) await place.enter(1);
    await enter(1);
  });

  it("need no place where they are to few", async () => {
    for (let request = 0; request < 50; request++) await enter(1, 100);
  });
});
