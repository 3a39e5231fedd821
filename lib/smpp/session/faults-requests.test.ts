import { afterEach, describe, expect, it, vi } from "vitest";
import type { Pdu } from "@/lib/smpp/pdu/pdu";
import { encodeHeader } from "@/lib/smpp/pdu/pdu";
import { Sequence } from "@/lib/smpp/session/sequence";
import type { SessionSettings } from "@/lib/smpp/session/settings";
import { openSession } from "@/tests/support/smsc/open-session";
import { FaultySmsc, type Script } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;

afterEach(async () => {
  await smsc.stop();
  vi.useRealTimers();
});

async function openBound(
  settings: Partial<SessionSettings> = {},
  script: Script = () => undefined,
  sequence?: Sequence,
) {
  smsc = await FaultySmsc.start();
  smsc.script = script;
  const opened = await openSession(smsc, settings, sequence);
  expect(await opened.bound).toMatchObject({ isBound: true });
  return opened;
}

const keepSubmits =
  (kept: Pdu[]): Script =>
  (pdu) => {
    if (pdu.command !== "submit_sm") return undefined;
    kept.push(pdu);
    return "silence";
  };

describe("a request", () => {
  it("is answered with an id, or refused with a status", async () => {
    let status: number | undefined;
    const { submit } = await openBound({}, (pdu) => (pdu.command === "submit_sm" ? status : undefined));
    const accepted = submit("64211234567");
    await expect
      .poll(() => accepted.settlements)
      .toMatchObject([{ outcome: "answered", response: { status: 0, fields: { messageId: "1" } } }]);
    status = 0x58;
    const refused = submit("64211234567");
    await expect
      .poll(() => refused.settlements)
      .toMatchObject([{ outcome: "answered", response: { status: 0x58 } }]);
  });

  it("is not written beyond the window", async () => {
    const kept: Pdu[] = [];
    const { submit, session } = await openBound({ window: 2 }, keepSubmits(kept));
    const all = [submit("1"), submit("2"), submit("3")];
    expect(all[2]?.settlements).toEqual([{ outcome: "not written" }]);
    expect(session.room()).toBe(0);
    await expect.poll(() => kept.length).toBe(2);
    smsc.link.answer(kept[0] as Pdu);
    await expect.poll(() => session.room()).toBe(1);
  });

  it("that cannot be written is refused before it takes a place", async () => {
    const { submit, session } = await openBound();
    expect(() => submit("1".repeat(21))).toThrow(RangeError);
    expect(session.inUse).toBe(0);
  });

  it("23: is answered once, however many responses come", async () => {
    const { submit, session } = await openBound({}, (pdu, link) => {
      if (pdu.command !== "submit_sm") return undefined;
      for (const sequence of [pdu.sequence, pdu.sequence, 999_999])
        link.respond("submit_sm_resp", sequence, { fields: { messageId: "a" } });
      return "silence";
    });
    const { settlements } = submit("64211234567");
    await expect.poll(() => session.strayResponses).toBe(2);
    expect(settlements).toHaveLength(1);
  });

  it("24: has the sequence 1 after the largest, and none that is in flight", async () => {
    const kept: Pdu[] = [];
    // The bind has the number before the largest.
    const { submit } = await openBound({}, keepSubmits(kept), new Sequence(0x7ffffffd));
    for (const destination of ["1", "2", "3"]) submit(destination);
    await expect.poll(() => kept.map(({ sequence }) => sequence)).toEqual([0x7fffffff, 1, 2]);
    const wrapped = new Sequence(0x7ffffffe);
    expect(wrapped.next(new Set([0x7fffffff, 1, 2]))).toBe(3);
  });

  it("25: gets its own answer in whatever order answers come", async () => {
    const kept: Pdu[] = [];
    const { submit } = await openBound({}, keepSubmits(kept));
    const all = Array.from({ length: 10 }, (_, index) => submit(String(index)));
    await expect.poll(() => kept.length).toBe(10);
    for (const pdu of [...kept].reverse())
      smsc.link.respond("submit_sm_resp", pdu.sequence, {
        fields: { messageId: pdu.command === "submit_sm" ? `for-${pdu.fields.destination}` : "" },
      });
    await expect.poll(() => all.every(({ settlements }) => settlements.length === 1)).toBe(true);
    for (const [index, { settlements }] of all.entries())
      expect(settlements).toMatchObject([{ response: { fields: { messageId: `for-${index}` } } }]);
  });

  it("26: that is answered late, but in time, is answered", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    const kept: Pdu[] = [];
    const { submit } = await openBound({ window: 10, responseTimeoutMs: 2_000 }, keepSubmits(kept));
    const all = Array.from({ length: 10 }, (_, index) => submit(String(index)));
    await expect.poll(() => kept.length).toBe(10);
    vi.advanceTimersByTime(1_900);
    for (const pdu of kept) smsc.link.answer(pdu);
    await expect.poll(() => all.flatMap(({ settlements }) => settlements).length).toBe(10);
    expect(all.flatMap(({ settlements }) => settlements.map(({ outcome }) => outcome))).toEqual(
      Array(10).fill("answered"),
    );
    expect(smsc.submitted).toHaveLength(10);
  });

  it("27: that is never answered frees its place, alone", async () => {
    const { submit, session, ending } = await openBound({ responseTimeoutMs: 80, window: 3 }, (pdu) =>
      pdu.command === "submit_sm" && pdu.fields.destination === "silent" ? "silence" : undefined,
    );
    const silent = submit("silent");
    const other = submit("other");
    await expect.poll(() => silent.settlements).toEqual([{ outcome: "unanswered" }]);
    expect(other.settlements).toMatchObject([{ outcome: "answered" }]);
    expect(session.room()).toBe(3);
    expect(ending.reason).toBeUndefined();
  });

  it("27: ends the link with the third in a row that is never answered", async () => {
    const { submit, ending } = await openBound({ responseTimeoutMs: 60, window: 1 }, keepSubmits([]));
    for (let times = 0; times < 3; times++) {
      const { settlements } = submit(String(times));
      await expect.poll(() => settlements).toEqual([{ outcome: "unanswered" }]);
    }
    await expect.poll(() => ending.reason).toBe("3 requests in a row were not answered");
  });

  it("28: whose answer is lost with the link is unanswered", async () => {
    const kept: Pdu[] = [];
    const { submit, ending } = await openBound({}, keepSubmits(kept));
    const { settlements } = submit("64211234567");
    await expect.poll(() => kept.length).toBe(1);
    smsc.drop();
    await expect.poll(() => ending.reason).toBeDefined();
    expect(settlements).toEqual([{ outcome: "unanswered" }]);
  });

  it("29: that was not written before the link was lost is known not to be", async () => {
    const received: string[] = [];
    const { submit, session, ending } = await openBound({ window: 100_000 }, (pdu) => {
      if (pdu.command !== "submit_sm") return undefined;
      received.push(pdu.fields.destination);
      return "silence";
    });
    smsc.link.socket.pause();
    const all = new Map<string, ReturnType<typeof submit>>();
    // The loop ends when the system accepts no more, so that written octets wait in the process.
    for (let index = 0; session.room() > 0; index++) {
      all.set(String(index), submit(String(index)));
      if (index % 500 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    smsc.link.socket.destroy();
    await expect.poll(() => ending.reason).toBeDefined();
    const outcomes = [...all.values()].map(({ settlements }) => settlements.map(({ outcome }) => outcome));
    expect(outcomes.every((list) => list.length === 1)).toBe(true);
    const notWritten = [...all].filter(([, { settlements }]) => settlements[0]?.outcome === "not written");
    expect(notWritten.length).toBeGreaterThan(100);
    for (const [destination] of notWritten) expect(received).not.toContain(destination);
  });

  it("refused by generic_nack is answered so", async () => {
    const { submit } = await openBound({}, (pdu, link) => {
      if (pdu.command !== "submit_sm") return undefined;
      link.write(encodeHeader({ length: 16, id: 0x80000000, status: 0x03, sequence: pdu.sequence }));
      return "silence";
    });
    const { settlements } = submit("64211234567");
    await expect
      .poll(() => settlements)
      .toMatchObject([{ outcome: "answered", response: { command: "generic_nack", status: 0x03 } }]);
  });
});

describe("unbinding", () => {
  it("30: by the peer is answered, and answers are still read", async () => {
    const kept: Pdu[] = [];
    const { submit, session, ending } = await openBound({ unbindGraceMs: 400 }, keepSubmits(kept));
    const all = Array.from({ length: 10 }, (_, index) => submit(String(index)));
    await expect.poll(() => kept.length).toBe(10);
    smsc.link.write(encodeHeader({ length: 16, id: 0x06, status: 0, sequence: 50 }));
    await expect
      .poll(() => smsc.link.received.at(-1))
      .toMatchObject({ command: "unbind_resp", sequence: 50 });
    expect(session.room()).toBe(0);
    for (const pdu of kept.slice(0, 4)) smsc.link.answer(pdu);
    await expect.poll(() => ending.reason).toBe("the peer unbound");
    const outcomes = all.flatMap(({ settlements }) => settlements.map(({ outcome }) => outcome));
    expect(outcomes).toEqual([...Array(4).fill("answered"), ...Array(6).fill("unanswered")]);
  });

  it("30: by the peer ends the link at once where nothing is in flight", async () => {
    const { ending } = await openBound({ unbindGraceMs: 60_000 });
    smsc.link.write(encodeHeader({ length: 16, id: 0x06, status: 0, sequence: 50 }));
    await expect.poll(() => ending.reason).toBe("the peer unbound");
    expect(smsc.link.received.at(-1)).toMatchObject({ command: "unbind_resp" });
  });

  it("31: by us waits for answers first", async () => {
    const kept: Pdu[] = [];
    const { submit, session, ending } = await openBound({}, keepSubmits(kept));
    const { settlements } = submit("64211234567");
    await expect.poll(() => kept.length).toBe(1);
    session.unbind(5_000);
    expect(session.room()).toBe(0);
    smsc.link.answer(kept[0] as Pdu);
    await expect.poll(() => ending.reason).toBe("unbound");
    expect(settlements).toMatchObject([{ outcome: "answered" }]);
    expect(smsc.link.received.at(-1)).toMatchObject({ command: "unbind" });
  });

  it("31: by us waits for answers also where it is asked for again, though the peer has unbound", async () => {
    for (const isPeers of [false, true]) {
      const kept: Pdu[] = [];
      const { submit, session, ending } = await openBound({}, keepSubmits(kept));
      const { settlements } = submit("64211234567");
      await expect.poll(() => kept.length).toBe(1);
      if (isPeers) smsc.link.write(encodeHeader({ length: 16, id: 0x06, status: 0, sequence: 50 }));
      else session.unbind(5_000);
      await expect.poll(() => session.takesMore).toBe(false);
      session.unbind(5_000);
      smsc.link.answer(kept[0] as Pdu);
      await expect.poll(() => ending.reason).toBe(isPeers ? "the peer unbound" : "unbound");
      expect(settlements).toMatchObject([{ outcome: "answered" }]);
      if (!isPeers) await smsc.stop();
    }
  });

  it("31: by us answers the deliveries that were read first, and reads no more of them", async () => {
    const { session, answers, deliveries, ending } = await openBound();
    const stores: (() => void)[] = [];
    answers.next = () => new Promise((resolve) => stores.push(() => resolve(0)));
    const answered = [smsc.link.deliver({}), smsc.link.deliver({})];
    await expect.poll(() => deliveries.length).toBe(2);
    session.unbind(5_000);
    void smsc.link.deliver({});
    for (const store of stores) store();
    expect(await Promise.all(answered)).toMatchObject([{ status: 0 }, { status: 0 }]);
    await expect.poll(() => smsc.link.received.at(-1)?.command).toBe("unbind");
    await expect.poll(() => stores.length).toBe(3);
    expect(ending.reason).toBeUndefined();
    stores[2]?.();
    await expect.poll(() => ending.reason).toBe("unbound");
    expect(smsc.link.received.map(({ command }) => command).slice(-4)).toEqual([
      "deliver_sm_resp",
      "deliver_sm_resp",
      "unbind",
      "deliver_sm_resp",
    ]);
  });

  it("31: by us waits no longer than it may, by whichever was said", async () => {
    const { submit, session, ending } = await openBound({}, keepSubmits([]));
    const { settlements } = submit("64211234567");
    session.unbind(60_000);
    session.unbind(60);
    await expect.poll(() => ending.reason).toContain("stopped");
    expect(settlements).toEqual([{ outcome: "unanswered" }]);
  });

  it("31: by us waits no longer than it may", async () => {
    const { submit, session, ending } = await openBound({}, keepSubmits([]));
    const { settlements } = submit("64211234567");
    session.unbind(60);
    await expect.poll(() => ending.reason).toContain("stopped");
    expect(settlements).toEqual([{ outcome: "unanswered" }]);
  });
});
