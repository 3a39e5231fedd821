import pino from "pino";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { Rate } from "@/lib/carriers/rate";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import type { GivenSmppSettings } from "@/lib/carriers/smpp/settings";
import { setLog } from "@/lib/log";
import { startCarrier } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc, type Script } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;
let carrier: SmppCarrier | undefined;

afterEach(async () => {
  setLog(undefined);
  vi.restoreAllMocks();
  await carrier?.stop(new Date());
  await smsc.stop();
});

async function start(given: Partial<GivenSmppSettings> = {}, script: Script = () => undefined) {
  smsc = await FaultySmsc.start();
  smsc.script = script;
  const started = await startCarrier(smsc, given);
  ({ carrier } = started);
  return started;
}

const outcomes = (answers: { outcome: string }[][]) => answers.flat().map(({ outcome }) => outcome);
const isBind = (command: string) => command.startsWith("bind_") && !command.endsWith("_resp");

describe("the links of a network", () => {
  it("1: that is away have no room, and come back with it", async () => {
    const { carrier: north } = await start();
    await expect.poll(() => north.room()).toBe(1);
    const { port } = smsc;
    await smsc.stop();
    await expect
      .poll(() => north.health())
      .toMatchObject({ isUp: false, reason: expect.stringContaining("ECONNREFUSED") });
    expect(north.room()).toBe(0);
    smsc = await FaultySmsc.start(undefined, port);
    await expect.poll(() => north.room()).toBe(1);
  });

  test.each([
    [0x0e, "password is wrong"],
    [0x0f, "system id"],
    [0x0d, "refused the login"],
    [0x05, "bound already"],
  ])("5, 6: whose bind is refused with %i say why, and try again for ever", async (status, reason) => {
    let binds = 0;
    const { carrier: north } = await start({}, ({ command }) =>
      isBind(command) && ++binds < 5 ? status : undefined,
    );
    await expect.poll(() => north.health().reason).toContain(reason);
    await expect.poll(() => north.room()).toBe(1);
    expect(binds).toBe(5);
  });

  it("tell of each bind and loss, and of a refusal that goes on once", async () => {
    let refusals = 0;
    const { carrier: north, happenings } = await start({}, ({ command }) =>
      isBind(command) && smsc.links.length > 1 && ++refusals < 4 ? 0x0e : undefined,
    );
    await expect.poll(() => north.room()).toBe(1);
    smsc.drop();
    await expect.poll(() => [refusals, north.room()]).toEqual([4, 1]);
    const told = { link: 1, reason: null };
    expect(happenings).toEqual([
      { ...told, kind: "bound" },
      { ...told, kind: "lost", reason: expect.stringMatching(/./) },
      {
        ...told,
        kind: "refused",
        reason: expect.stringMatching(/^The network says that the password is wrong\. \(0x0000000E\)/),
      },
      { ...told, kind: "bound" },
    ]);
  });

  it("12: of which one of three is down have two thirds of the room", async () => {
    let links = 0;
    const {
      carrier: north,
      submit,
      answersOf,
    } = await start({ binds: { transceiver: 3 } }, ({ command }) =>
      isBind(command) && ++links > 2 ? 0x0d : undefined,
    );
    await expect.poll(() => north.links.filter((link) => link.bound !== null).length).toBe(2);
    const ids = submit({});
    await expect.poll(() => outcomes(answersOf(ids))).toEqual(["accepted"]);
    // Two windows of ten, and a quarter of them waiting for free places.
    await expect.poll(() => north.room()).toBe(25);
  });

  it("13: that come back are tried with one message first", async () => {
    const { carrier: north, submit, answersOf } = await start();
    await expect.poll(() => north.room()).toBe(1);
    const ids = submit({});
    await expect.poll(() => outcomes(answersOf(ids))).toEqual(["accepted"]);
    expect(north.room()).toBe(12);
    smsc.drop();
    await expect.poll(() => smsc.links.length).toBe(2);
    await expect.poll(() => north.room()).toBe(1);
  });

  it("14: that are dropped 20 times bind 20 times", async () => {
    const { carrier: north } = await start({ timers: { backOffMs: 1, maxBackOffMs: 5 } });
    for (let times = 1; times <= 20; times++) {
      await expect.poll(() => smsc.links.length === times && smsc.link.bound, { interval: 5 }).toBe(true);
      smsc.drop();
    }
    await expect.poll(() => north.room()).toBe(1);
  });

  it("are transmitters and receivers too", async () => {
    const { carrier: north, inbound } = await start({ binds: { transmitter: 1, receiver: 1 } });
    const bound = () => smsc.links.flatMap(({ received }) => received.map(({ command }) => command));
    await expect.poll(() => bound().filter(isBind).sort()).toEqual(["bind_receiver", "bind_transmitter"]);
    await expect.poll(() => north.room()).toBe(1);
    const receiver = smsc.links.find(({ received }) => received[0]?.command === "bind_receiver");
    await receiver?.deliver({ shortMessage: Buffer.from("hi") });
    expect(inbound).toMatchObject([{ body: "hi", from: "64211234567", to: "2190" }]);
  });

  it("29: that are lost have what was not written sent by the others, once", async () => {
    const { carrier: north, submit, answersOf } = await start({ binds: { transceiver: 2 }, window: 2 });
    await expect.poll(() => smsc.links.filter(({ bound }) => bound).length).toBe(2);
    const probe = submit({});
    await expect.poll(() => outcomes(answersOf(probe))).toEqual(["accepted"]);
    await expect.poll(() => north.room()).toBe(5);
    const ids = submit(...Array.from({ length: 30 }, (_, index) => ({ msisdn: `642100000${10 + index}` })));
    smsc.links[0]?.socket.destroy();
    await expect.poll(() => answersOf(ids).flat().length).toBe(30);
    const unknown = answersOf(ids).filter(([answer]) => answer?.outcome === "unknown");
    expect(unknown.length).toBeLessThanOrEqual(2);
    const taken = smsc.submitted.map(({ fields }) => fields.destination);
    expect(new Set(taken).size).toBe(taken.length);
  });

  it("that are all down give back what waits, to be tried again", async () => {
    const { carrier: north, submit, answersOf } = await start({ window: 1 });
    await expect.poll(() => north.room()).toBe(1);
    smsc.script = () => "silence";
    const ids = submit({}, {}, {});
    await expect.poll(() => smsc.link.received.length).toBe(2);
    smsc.drop();
    await expect.poll(() => outcomes(answersOf(ids)).sort()).toEqual(["later", "later", "unknown"]);
    expect(answersOf(ids)[2]).toMatchObject([{ code: "not submitted", counts: false }]);
  });

  it("30: that the network unbinds bind again", async () => {
    const { carrier: north } = await start();
    await expect.poll(() => north.room()).toBe(1);
    smsc.link.respond("unbind", 7);
    await expect.poll(() => smsc.links.length).toBe(2);
    await expect.poll(() => north.room()).toBe(1);
    expect(smsc.links[0]?.received.at(-1)).toMatchObject({ command: "unbind_resp" });
  });

  it("30: that the network unbinds take no more, though they wait for answers", async () => {
    let submits = 0;
    const {
      carrier: north,
      submit,
      answersOf,
    } = await start({ window: 4, timers: { unbindGraceMs: 3_000 } }, ({ command }) =>
      command === "submit_sm" && ++submits > 1 ? "silence" : undefined,
    );
    await expect.poll(() => north.room()).toBe(1);
    submit({});
    // A quarter of the window waits as well.
    await expect.poll(() => north.room()).toBe(5);
    const ids = submit({}, {}, {}, {}, {});
    await expect.poll(() => submits).toBe(5);
    smsc.link.respond("unbind", 7);
    await expect.poll(() => smsc.link.received.at(-1)?.command).toBe("unbind_resp");
    expect(answersOf(ids).flat()).toMatchObject([{ id: ids[4], outcome: "later", counts: false }]);
    expect([north.room(), north.health().isUp]).toEqual([0, false]);
  });

  it("31: that are stopped take no more, wait for answers and unbind", async () => {
    const kept: (() => void)[] = [];
    const script: Script = (pdu, link) => {
      if (pdu.command !== "submit_sm") return undefined;
      kept.push(() => link.answer(pdu));
      return "silence";
    };
    const { carrier: north, submit, answersOf } = await start({}, script);
    await expect.poll(() => north.room()).toBe(1);
    const ids = submit({});
    await expect.poll(() => kept.length).toBe(1);
    const stopped = north.stop(new Date(Date.now() + 60_000));
    await smsc.link.deliver({ shortMessage: Buffer.from("hi") });
    expect(smsc.link.received.map(({ command }) => command)).not.toContain("unbind");
    kept[0]?.();
    await stopped;
    expect(outcomes(answersOf(ids))).toEqual(["accepted"]);
    expect(smsc.link.received.at(-1)).toMatchObject({ command: "unbind" });
    expect(north.room()).toBe(0);
  });

  it("31: that others may hold wait for answers, however often that is said", async () => {
    const kept: (() => void)[] = [];
    const script: Script = (pdu, link) => {
      if (pdu.command !== "submit_sm") return undefined;
      kept.push(() => link.answer(pdu));
      return "silence";
    };
    const { carrier: north, submit, answersOf } = await start({ timers: { unbindGraceMs: 5_000 } }, script);
    await expect.poll(() => north.room()).toBe(1);
    const ids = submit({});
    await expect.poll(() => kept.length).toBe(1);
    // The lease ends, and another process gets the links.
    for (let times = 0; times < 2; times++) north.openLinks(new Set());
    for (const answer of kept) answer();
    await expect.poll(() => outcomes(answersOf(ids))).toEqual(["accepted"]);
  });

  it("are closed when others may hold them, and opened again", async () => {
    const { carrier: north } = await start({ binds: { transceiver: 2 } });
    await expect.poll(() => smsc.links.filter(({ bound }) => bound).length).toBe(2);
    north.openLinks(new Set([2]));
    await expect.poll(() => north.links.map(({ state }) => state.state)).toEqual(["stopped", "bound"]);
    north.openLinks(new Set([1, 2]));
    await expect.poll(() => north.links.map(({ state }) => state.state)).toEqual(["bound", "bound"]);
  });

  it("that are drained have room for what has begun alone, and still deliver", async () => {
    const { carrier: north, inbound } = await start({ isDraining: true });
    await expect.poll(() => smsc.links[0]?.bound).toBe(true);
    await smsc.link.deliver({ shortMessage: Buffer.from("hi") });
    expect(inbound).toHaveLength(1);
    expect([north.isDraining, north.room()]).toEqual([true, 1]);
    expect(north.health()).toEqual({ isUp: false, reason: "it is being drained" });
  });

  it("7: submit what found no room in the rate, where there is room a moment later", async () => {
    const { carrier: north, submit, answersOf } = await start({ binds: { transceiver: 1 } });
    await expect.poll(() => north.room()).toBe(1);
    const first = submit({});
    await expect.poll(() => outcomes(answersOf(first))).toEqual(["accepted"]);
    vi.spyOn(Rate.prototype, "tokens").mockReturnValueOnce(0);
    const second = submit({});
    await expect.poll(() => outcomes(answersOf(second))).toEqual(["accepted"]);
  });

  it("7: never exceed the rate of the contract, over all binds", async () => {
    // Times are taken when parts are written: parts that are read together may have arrived over some time.
    const written = vi.spyOn(Rate.prototype, "take");
    const { carrier: north, submit, answersOf } = await start({ tps: 20, binds: { transceiver: 2 } });
    await expect.poll(() => north.room()).toBe(1);
    const ids = submit(...Array.from({ length: 50 }, () => ({})));
    await expect.poll(() => answersOf(ids).flat().length).toBe(50);
    const at = written.mock.calls.map(([now]) => now);
    expect([at.length, smsc.submitted.length]).toEqual([50, 50]);
    for (const [index, from] of at.entries())
      expect(at.slice(index).filter((other) => other < from + 1_000).length).toBeLessThanOrEqual(20);
    expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(1_900);
  });

  it("have neither passwords nor texts in the log", async () => {
    const lines: string[] = [];
    setLog(pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }));
    const {
      carrier: north,
      submit,
      answersOf,
    } = await start({}, (pdu) => {
      if (isBind(pdu.command) && smsc.links.length < 3) return 0x0e;
      return pdu.command === "submit_sm" ? 0x4ff : undefined;
    });
    await expect.poll(() => north.room()).toBe(1);
    const ids = submit({ body: "Your code is 123456", parts: ["Your code is 123456"] });
    await expect.poll(() => answersOf(ids).flat().length).toBe(1);
    await smsc.link.deliver({ esmClass: 4, shortMessage: Buffer.from("Your code is 123456") });
    await expect.poll(() => lines.join("")).toContain("could not be read");
    expect(lines.join("")).toContain("refuses the login");
    expect(lines.join("")).not.toMatch(/hush-hush|123456/);
  });
});
