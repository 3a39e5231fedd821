import { afterEach, describe, expect, it, test, vi } from "vitest";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import { type GivenSmppSettings, smppSettingsSchema } from "@/lib/carriers/smpp/settings";
import { loopTurns } from "@/tests/support/loop-turns";
import { settingsFor, startCarrier } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc, type Script } from "@/tests/support/smsc/smsc";
import { issueCertificate } from "@/tests/support/webhooks/https-receiver";

const HOST = "127.0.0.1";

const running: FaultySmsc[] = [];
let carrier: SmppCarrier | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await carrier?.stop(new Date());
  for (const smsc of running.splice(0)) await smsc.stop();
});

type Certificate = Awaited<ReturnType<typeof issueCertificate>>;

async function smscWith(script: Script = () => undefined, certificate?: Certificate, port?: number) {
  const smsc = await FaultySmsc.start(certificate, port);
  smsc.script = script;
  running.push(smsc);
  return smsc;
}

async function away(): Promise<{ port: number }> {
  const smsc = await FaultySmsc.start();
  const { port } = smsc;
  await smsc.stop();
  return { port };
}

async function start(
  first: { port: number },
  others: { port: number }[],
  given: Partial<GivenSmppSettings> = {},
) {
  const alternates = others.map(({ port }) => ({ host: HOST, port }));
  const started = await startCarrier(first, { alternates, ...given });
  ({ carrier } = started);
  return started;
}

const isBind = (command: string) => command.startsWith("bind_") && !command.endsWith("_resp");
const refusing =
  (status: number): Script =>
  ({ command }) =>
    isBind(command) ? status : undefined;

describe("a network with another host", () => {
  it("is reached by it when the first is away, and says which host a link is bound to", async () => {
    const [first, second] = [await away(), await smscWith()];
    const { carrier: north, submit, answersOf } = await start(first, [second]);
    await expect.poll(() => north.room()).toBe(1);
    const { isUp, reason } = north.health();
    expect(isUp).toBe(true);
    expect(reason).toContain(`Bound to ${HOST}:${second.port}. ${HOST}:${first.port}: no connection`);
    const ids = submit({});
    await expect.poll(() => answersOf(ids).flat()).toMatchObject([{ outcome: "accepted" }]);
  });

  it("has its links go back to the first host when that is there again", async () => {
    const [first, second] = [await away(), await smscWith()];
    const { carrier: north } = await start(first, [second], { timers: { returnAfterMs: 30 } });
    await expect.poll(() => north.health().reason).toContain(`Bound to ${HOST}:${second.port}`);
    const back = await smscWith(undefined, undefined, first.port);
    await expect.poll(() => north.health()).toEqual({ isUp: true, reason: null });
    expect(back.links.length).toBeGreaterThan(0);
    await second.stop();
    expect(north.health().isUp).toBe(true);
  });

  it("stays at its first host while that is there", async () => {
    const [first, second] = [await smscWith(), await smscWith()];
    const { carrier: north } = await start(first, [second], { timers: { returnAfterMs: 10 } });
    await expect.poll(() => north.health()).toEqual({ isUp: true, reason: null });
    expect(second.links).toHaveLength(0);
  });

  test.each([
    ["whose login is refused", refusing(0x0e)],
    ["that is bound already", refusing(0x05)],
    ["that has a fault", refusing(0x08)],
  ])("goes at once from a host %s to the next", async (_, script) => {
    const [first, second] = [await smscWith(script), await smscWith()];
    const slow = { backOffMs: 60_000, refusedBackOffMs: 60_000, alreadyBoundMs: 60_000 };
    const { carrier: north } = await start(first, [second], { timers: slow });
    await expect.poll(() => north.room()).toBe(1);
    expect(north.health().reason).toContain(`Bound to ${HOST}:${second.port}`);
  });

  it("goes at once from a host that ends a bind soon", async () => {
    const [first, second] = [await smscWith(), await smscWith()];
    const { carrier: north } = await start(first, [second], { timers: { backOffMs: 60_000 } });
    await expect.poll(() => north.room()).toBe(1);
    first.drop();
    await expect.poll(() => north.health().reason).toContain(`Bound to ${HOST}:${second.port}`);
  });

  it("is tried at the first host again after a bind of some time", async () => {
    const [first, second] = [await smscWith(), await smscWith()];
    const { carrier: north } = await start(first, [second], { timers: { stableAfterMs: 1 } });
    await expect.poll(() => north.room()).toBe(1);
    first.drop();
    await expect.poll(() => [first.links.length > 1, north.room()]).toEqual([true, 1]);
    expect(second.links).toHaveLength(0);
  });

  it("waits once all of its hosts have failed, as long as a refused login says", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let binds = 0;
    const counting: Script = ({ command }) => {
      if (!isBind(command)) return undefined;
      binds++;
      return 0x0e;
    };
    const [first, second] = [await smscWith(counting), await away()];
    const { carrier: north } = await start(first, [second], {
      timers: { refusedBackOffMs: 60_000, maxRefusedBackOffMs: 60_000 },
    });
    await expect.poll(() => north.health().reason).toContain(`${HOST}:${second.port}: no connection`);
    vi.advanceTimersByTime(59_000);
    await loopTurns(20);
    expect(binds).toBe(1);
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => binds).toBe(2);
  });

  it("may have one bind at each host", async () => {
    let binds = 0;
    const one: Script = ({ command }) => (isBind(command) && ++binds > 1 ? 0x05 : undefined);
    const [first, second] = [await smscWith(one), await smscWith()];
    const { carrier: north } = await start(first, [second], { binds: { transceiver: 2 } });
    await expect.poll(() => north.links.map(({ bound }) => bound !== null)).toEqual([true, true]);
    expect([first, second].map(({ links }) => links.length > 0)).toEqual([true, true]);
    expect(north.health()).toMatchObject({ isUp: true, reason: expect.stringContaining(`${second.port}`) });
  });
});

describe("with TLS each host proves its own name", () => {
  const CASES = [
    ["a name of its own", "second.example", { serverName: "second.example" }, true],
    ["the name of the first", "first.example", {}, true],
    ["another name", "third.example", { serverName: "second.example" }, false],
    ["a name of its own, where the first one's is not it", "second.example", {}, false],
  ] as const;

  test.each(CASES)("the second has %s", async (_, name, own, isReached) => {
    const certificate = await issueCertificate(name);
    const [first, second] = [await away(), await smscWith(undefined, certificate)];
    const { carrier: north } = await startCarrier(first, {
      tls: { ca: certificate.ca, serverName: "first.example" },
      alternates: [{ host: HOST, port: second.port, ...own }],
    });
    carrier = north;
    if (isReached) await expect.poll(() => north.room()).toBe(1);
    else await expect.poll(() => north.health().reason).toContain(`${HOST}:${second.port}: no connection`);
    expect(north.health().isUp).toBe(isReached);
  });
});

describe("alternates of the settings", () => {
  const given = (settings: object) => ({
    host: "one.example",
    systemId: "g",
    password: "p",
    tps: 1,
    ...settings,
  });

  it("take the first host's port, and are none without the setting", () => {
    expect(settingsFor({ port: 2775 }).alternates).toEqual([]);
    const alternates = [{ host: "two.example" }, { host: "one.example", port: 2776 }];
    expect(smppSettingsSchema.parse(given({ alternates })).alternates).toEqual(alternates);
  });

  test.each([
    ["the first host again", [{ host: "ONE.example" }], "alternates.0.host"],
    ["a host twice", [{ host: "two.example" }, { host: "two.example", port: 2775 }], "alternates.1.host"],
    ["a server name without TLS", [{ host: "two.example", serverName: "x" }], "alternates.0.serverName"],
    ["no host", [{ port: 1 }], "alternates.0.host"],
    ["a port that is none", [{ host: "two.example", port: 0 }], "alternates.0.port"],
    ["an unknown name", [{ host: "two.example", tls: {} }], "alternates.0"],
    ["too many", Array.from({ length: 5 }, (_, index) => ({ host: `h${index}` })), "alternates"],
    ["a text", "two.example", "alternates"],
  ])("are refused with %s, by its place", (_, alternates, path) => {
    const { error } = smppSettingsSchema.safeParse(given({ alternates }));
    expect([...new Set(error?.issues.map((issue) => issue.path.join(".")))]).toEqual([path]);
  });
});
