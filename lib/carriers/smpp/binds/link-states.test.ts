import { afterEach, expect, it } from "vitest";
import { Link, type LinkState } from "@/lib/carriers/smpp/link";
import { drawingOf } from "@/tests/support/house/drawings";
import { settingsFor } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc } from "@/tests/support/smsc/smsc";

let smsc: FaultySmsc;
let link: Link;

afterEach(async () => {
  await link.stop(0);
  await smsc.stop();
});

it("a link takes the moves that are drawn, and no other", async () => {
  smsc = await FaultySmsc.start();
  const moves = new Set<string>();
  let last: LinkState["state"] = "stopped";
  link = new Link({
    ...{
      carrier: "north",
      number: 1,
      command: "bind_transceiver",
      settings: settingsFor(smsc),
      random: () => 1,
    },
    delivered: async () => 0,
    ended: () => undefined,
    changed() {
      const { state } = link.state;
      if (state !== last) moves.add(`${last} --> ${state}`);
      last = state;
    },
  });
  const reaches = (state: LinkState["state"]) =>
    expect.poll(() => link.state.state, { interval: 1 }).toBe(state);
  link.start();
  await reaches("bound");
  smsc.drop();
  await reaches("waiting");
  await reaches("bound");
  const { port } = smsc;
  await smsc.stop();
  await expect.poll(() => [...moves]).toContain("connecting --> waiting");
  await reaches("waiting");
  await link.stop(0);
  link.start();
  await link.stop(0);
  smsc = await FaultySmsc.start(undefined, port);
  const drawn = drawingOf("A link").moves.filter(
    ({ from, to }) => from !== "[*]" && ![from, to].includes("unheld"),
  );
  expect([...moves].sort()).toEqual(drawn.map(({ from, to }) => `${from} --> ${to}`).sort());
});
