import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it, test } from "vitest";
import { BackOff } from "@/lib/carriers/smpp/back-off";
import { BIND_REFUSALS, bindRefusalOf, bindRefusalReason } from "@/lib/carriers/smpp/binds/bind-refusals";
import type { SmppCarrier } from "@/lib/carriers/smpp/carrier";
import { formatStatus } from "@/lib/smpp/pdu/status";
import { ROOT } from "@/server/base/root";
import { settingsFor, startCarrier } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc } from "@/tests/support/smsc/smsc";

const page = readFileSync(path.join(ROOT, "docs/networks.md"), "utf8");
const PACES = {
  login: "1 to 15 minutes",
  occupied: "30 seconds",
  outage: "1 to 60 seconds",
};

let smsc: FaultySmsc | undefined;
let carrier: SmppCarrier | undefined;
afterEach(async () => {
  await carrier?.stop(new Date());
  await smsc?.stop();
});

it("the statuses of a bind are explained in the documents as they are followed", () => {
  const rows = [...BIND_REFUSALS].map(
    ([status, { name, cause, advice, pace }]) =>
      `| ${name} | \`${formatStatus(status)}\` | ${cause} | ${advice} | ${PACES[pace]} |`,
  );
  expect(page.split("\n").filter((line) => /^\| ESME_\w+ \| `0x\w{8}`/.test(line))).toEqual(rows);
});

describe("a bind that is refused", () => {
  const OTHERS = [0x06, 0x07, 0x0c, 0x11, 0x33, 0x54, 0x400, 0x410, 0x4ff, 0x500, 0x12345678, 0xffffffff];

  test.each([...BIND_REFUSALS.keys(), ...OTHERS])("with %i waits at its pace", (status) => {
    const { timers } = settingsFor(
      { port: 1 },
      { timers: { backOffMs: 1, refusedBackOffMs: 2, alreadyBoundMs: 3 } },
    );
    const backOff = new BackOff(timers, () => 1);
    const { pace, cause, advice } = bindRefusalOf(status);
    const waits = [1, 2].map(() => backOff.next({ status, boundMs: 0 }));
    expect(waits).toEqual({ outage: [1, 2], login: [2, 4], occupied: [3, 3] }[pace]);
    for (const sentence of [cause, advice]) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    [0x03, /kind of bind.*Set binds/],
    [0x04, /kind of bind.*Set binds/],
    [0x05, /bound already.*End the other bind/],
    [0x08, /fault of its own/],
    [0x0d, /refused the login.*address of this server/],
    [0x0e, /password is wrong.*Set password/],
    [0x0f, /system id.*Set systemId/],
    [0x14, /queue is full/],
    [0x53, /system type.*Set systemType/],
    [0x58, /too many binds/],
    [0x66, /rejected the bind/],
    [0x412, /a code of its own.*documents/],
    [0x7777, /refused the login.*documents/],
  ])("with %i says on its link what it means and what to do", async (status, words) => {
    smsc = await FaultySmsc.start();
    smsc.script = () => status;
    const started = await startCarrier(smsc);
    ({ carrier } = started);
    await expect.poll(() => started.carrier.health().reason).toMatch(words);
    expect(started.carrier.health().reason).toBe(bindRefusalReason(status));
    const isLogin = bindRefusalOf(status).pace === "login";
    await expect.poll(() => started.happenings[0]?.kind).toBe(isLogin ? "refused" : "lost");
  });
});
