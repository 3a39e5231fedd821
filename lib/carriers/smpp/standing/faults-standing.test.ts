import { afterEach, describe, expect, it, test } from "vitest";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import type { GivenSmppSettings } from "@/lib/carriers/smpp/settings";
import type { StandingTimes } from "@/lib/carriers/smpp/standing/times";
import type { PduOf } from "@/lib/smpp/pdu/pdu";
import { skipTime } from "@/tests/support/skip-time";
import { startCarrier } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc, type Script, type SmscLink } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;
let carrier: SmppCarrier | undefined;

afterEach(async () => {
  await carrier?.stop(new Date());
  await smsc.stop();
});

const TIMES: StandingTimes = {
  silentMs: 400,
  refusingMs: 600,
  codeRefusingMs: 200,
  tryMs: 300,
  askAfterMs: 300,
  maxAskAfterMs: 2_000,
};

/** Returns a script for submissions only. */
const onSubmit =
  (script: (pdu: PduOf<"submit_sm">, link: SmscLink) => ReturnType<Script>): Script =>
  (pdu, link) =>
    pdu.command === "submit_sm" ? script(pdu, link) : undefined;

async function start(script: Script, given: Partial<GivenSmppSettings> = {}, times = TIMES) {
  smsc = await FaultySmsc.start();
  smsc.script = script;
  const started = await startCarrier(smsc, given, times);
  ({ carrier } = started);
  await expect.poll(() => started.carrier.room()).toBe(1);
  return started;
}

type StartedNetwork = Awaited<ReturnType<typeof start>>;

/** Sends a message whenever there is room, as dispatch does. */
async function sendUntil({ carrier: north, submit }: StartedNetwork, isEnd: () => boolean, ms = 30_000) {
  const sendOrEnd = () => {
    if (isEnd()) return true;
    if (north.room() > 0) submit({});
    return false;
  };
  await expect.poll(sendOrEnd, { interval: 20, timeout: ms }).toBe(true);
}

const wrongSequence = ({ sequence }: PduOf<"submit_sm">, link: SmscLink) => {
  link.respond("submit_sm_resp", sequence + 100_000, { fields: { messageId: "1" } });
  return "silence" as const;
};
const nack = ({ sequence }: PduOf<"submit_sm">, link: SmscLink) => {
  link.respond("generic_nack", sequence, { status: 3 });
  return "silence" as const;
};
const stopsReading = (_: PduOf<"submit_sm">, link: SmscLink) => {
  link.socket.pause();
  return "silence" as const;
};

describe("a network that is bound is down, by its cause,", () => {
  test.each<[string, Script, RegExp]>([
    ["that answers enquire_link and no submit_sm", onSubmit(() => "silence"), /answers no message/],
    ["that answers with a wrong sequence", onSubmit(wrongSequence), /answers no message/],
    ["that stops reading", onSubmit(stopsReading), /answers no message/],
    [
      "that throttles all",
      onSubmit(() => 0x58),
      /accepted no message.*faster than the network allows.*0x00000058/,
    ],
    ["whose queue is full", onSubmit(() => 0x14), /accepted no message.*queue is full.*0x00000014/],
    ["that has a fault of its own", onSubmit(() => 0x08), /accepted no message.*fault of its own/],
    ["that answers generic_nack", onSubmit(nack), /accepted no message.*does not know this request/],
  ])("%s", async (_, script, reason) => {
    const started = await start(script);
    const { carrier: north } = started;
    await sendUntil(started, () => !north.health().isUp);
    expect(north.health()).toEqual({
      isUp: false,
      standing: expect.stringMatching(/failing|asks/),
      reason: expect.stringMatching(reason),
    });
    expect(smsc.links.filter(({ isClosed }) => !isClosed)).toHaveLength(1);
    smsc.script = () => undefined;
    smsc.link.socket.resume();
    await sendUntil(started, () => north.health().isUp);
    expect(north.health()).toEqual({ isUp: true, reason: null });
  });

  it("that never answered, and gives back what it was not sent", async () => {
    const started = await start(
      onSubmit(() => "silence"),
      { window: 2 },
    );
    const { carrier: north, submit, answersOf } = started;
    const ids = submit({}, {}, {}, {}, { sendType: "otp" });
    await expect.poll(() => north.health().isUp).toBe(false);
    expect(answersOf(ids).map((answers) => answers[0]?.outcome)).toEqual([
      undefined,
      undefined,
      "later",
      "later",
      "later",
    ]);
    expect(answersOf(ids)[2]).toMatchObject([{ code: "not submitted", counts: false }]);
  });
});

describe("one-time codes", () => {
  it("are given back by a network that accepts nothing for a shorter while", async () => {
    const times = { ...TIMES, refusingMs: 20_000 };
    const started = await start(
      onSubmit(() => 0x58),
      { timers: { throttledMs: 5_000 } },
      times,
    );
    const { carrier: north, submit, answersOf } = started;
    const [code, text] = [submit({ sendType: "otp" }), submit({})];
    await expect.poll(() => north.health().standing).toBe("no codes");
    expect(north.health()).toMatchObject({ isUp: true, reason: expect.stringContaining("0x00000058") });
    await expect.poll(() => answersOf(code).flat()).toMatchObject([{ outcome: "later", counts: false }]);
    expect(answersOf(text).flat()).toEqual([]);
  });
});

describe("a network of two links, of which one does not answer,", () => {
  it("sends by the other, tells of it, and asks the silent one with a message that may wait", async () => {
    const skip = skipTime();
    let isMute = true;
    const script: Script = (pdu, link) =>
      isMute && pdu.command === "submit_sm" && link === smsc.links[0] ? "silence" : undefined;
    const started = await start(script, { binds: { transceiver: 2 }, window: 4 });
    const { carrier: north, submit, answersOf, happenings } = started;
    await expect.poll(() => smsc.links.filter(({ bound }) => bound).length).toBe(2);
    const silent = () => north.links.find(({ trouble }) => trouble !== null);
    await sendUntil(started, () => silent() !== undefined);
    expect(north.health()).toMatchObject({ isUp: true });
    expect(silent()?.trouble).toContain("answers no message on it");
    const submitted = () => smsc.links[0]?.received.filter(({ command }) => command === "submit_sm").length;
    // Codes use the link that answers, although the other link may be probed.
    const before = submitted();
    skip(700);
    const codes = submit(...Array.from({ length: 3 }, () => ({ sendType: "otp" as const })));
    await expect
      .poll(() =>
        answersOf(codes)
          .flat()
          .map(({ outcome }) => outcome),
      )
      .toEqual(Array(3).fill("accepted"));
    expect(submitted()).toBe(before);
    isMute = false;
    await sendUntil(started, () => silent() === undefined);
    const told = happenings.filter(({ kind }) => kind === "down" || kind === "up");
    expect(told).toEqual([
      { kind: "down", link: silentNumber(told), reason: expect.stringContaining("answers no message") },
      { kind: "up", link: silentNumber(told) },
    ]);
  });
});

const silentNumber = (told: readonly { link?: number | null }[]) => told[0]?.link;

describe("a slow network", () => {
  it("26: that answers each after a time as long as the silence that is allowed, is not down, and has no message twice", async () => {
    const skip = skipTime();
    const waiting: { dueAt: number; answer: () => void }[] = [];
    const script = onSubmit((pdu, link) => {
      waiting.push({ dueAt: performance.now() + TIMES.silentMs + 50, answer: () => link.answer(pdu) });
      return "silence";
    });
    const started = await start(script);
    const { carrier: north, happenings } = started;
    const downs: number[] = [];
    let isSlow = false;
    await sendUntil(started, () => {
      skip(20);
      while (waiting[0] && waiting[0].dueAt <= performance.now()) waiting.shift()?.answer();
      if (isSlow && !north.health().isUp) downs.push(performance.now());
      // Before the first answer, the usual time is not known.
      isSlow ||= smsc.submitted.length > 0;
      return smsc.submitted.length >= 40;
    });
    expect(downs).toEqual([]);
    expect(happenings.map(({ kind }) => kind)).toEqual(["bound"]);
  });
});

describe("a network whose links come back", () => {
  it("13: is tried by the next message when the first is not answered in its usual time", async () => {
    const started = await start(
      () => undefined,
      { timers: { responseTimeoutMs: 60_000 } },
      {
        ...TIMES,
        silentMs: 10_000,
        tryMs: 1_000,
      },
    );
    const { carrier: north, submit, answersOf } = started;
    submit({});
    await expect.poll(() => north.room()).toBeGreaterThan(1);
    smsc.drop();
    let submits = 0;
    smsc.script = onSubmit(() => (++submits === 1 ? "silence" : undefined));
    await expect.poll(() => north.room()).toBe(1);
    const lost = submit({});
    expect(north.room()).toBe(0);
    await expect.poll(() => north.room(), { timeout: 2_000 }).toBe(1);
    const next = submit({});
    await expect
      .poll(() =>
        answersOf(next)
          .flat()
          .map(({ outcome }) => outcome),
      )
      .toEqual(["accepted"]);
    expect(answersOf(lost).flat()).toEqual([]);
    expect(north.room()).toBeGreaterThan(1);
  });
});
