import { expect, it, onTestFinished } from "vitest";
import { Link, type LinkState } from "@/lib/carriers/smpp/link";
import { drawingOf } from "@/tests/support/house/drawings";
import { settingsFor } from "@/tests/support/smsc/smpp-carrier";
import { FaultySmsc } from "@/tests/support/smsc/smsc";

it("a link takes the moves that are drawn, and no other", async () => {
  const smsc = await FaultySmsc.start();
  const moves = new Set<string>();
  let last: LinkState["state"] = "stopped";
  let stopsWaiting = false;
  const link: Link = new Link({
    carrier: "north",
    number: 1,
    command: "bind_transceiver",
    settings: settingsFor(smsc),
    delivered: async () => 0,
    ended: () => undefined,
    changed() {
      const { state } = link.state;
      if (state !== last) moves.add(`${last} --> ${state}`);
      last = state;
      if (stopsWaiting && state === "waiting") void link.stop(0);
    },
  });
  onTestFinished(() => link.stop(0));
  const isIn = (state: LinkState["state"]) => expect.poll(() => link.state.state).toBe(state);
  link.start();
  await isIn("bound");
  smsc.drop();
  await expect.poll(() => [...moves]).toContain("waiting --> connecting");
  await isIn("bound");
  await smsc.stop();
  await expect.poll(() => [...moves]).toContain("connecting --> waiting");
  stopsWaiting = true;
  await isIn("stopped");
  link.start();
  await link.stop(0);
  const drawn = drawingOf("A link").moves.filter(
    ({ from, to }) => from !== "[*]" && ![from, to].includes("unheld"),
  );
  expect([...moves].sort()).toEqual(drawn.map(({ from, to }) => `${from} --> ${to}`).sort());
});
