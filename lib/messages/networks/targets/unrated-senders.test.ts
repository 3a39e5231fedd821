import { expect, it, test } from "vitest";
import { SIMULATOR_ID } from "@/lib/carriers/carrier";
import { inOrder, type Route, type RoutedCarrier } from "@/lib/carriers/routes";
import { unratedSenders, unratedWarning } from "@/lib/messages/networks/targets/unrated-senders";

const ANY = {
  accountId: null,
  sender: null,
  prefix: null,
  network: null,
  sendType: null,
  messageClass: null,
};
const [NORTH, SOUTH] = [1, 2];

const to = (carrierId: number, named: Partial<Route> = {}) => ({
  ...ANY,
  id: 0,
  position: 0,
  byCost: false,
  targets: [{ carrierId, tier: 0, weight: 1, costMicros: null }],
  ...named,
});

const carrier = (senders: string[], zeroRated: string[]): RoutedCarrier => ({
  isUsable: true,
  isUp: true,
  senders: new Set(senders),
  zeroRated: new Set(zeroRated),
});

const table = (routes: Route[], north = carrier(["552", "2190"], ["552"])) => ({
  routes: inOrder(routes.map((route, index) => ({ ...route, id: index, position: index + 1 }))),
  carriers: new Map([
    [SIMULATOR_ID, { isUsable: true, isUp: true, senders: null }],
    [NORTH, north],
    [SOUTH, carrier(["2190"], [])],
  ]),
  blocked: new Map(),
});

test.each([
  ["a route for all", [to(NORTH)], ["2190"]],
  ["a route for marketing", [to(NORTH, { messageClass: "marketing" })], ["2190"]],
  ["a route for anything else", [to(NORTH, { messageClass: "transactional" })], []],
  ["a route for the sender that is marked", [to(NORTH, { sender: "552" })], []],
  ["a route for some numbers", [to(NORTH, { prefix: "64" })], ["2190"]],
  ["a route behind one that takes all marketing", [to(SOUTH, { messageClass: "marketing" }), to(NORTH)], []],
  ["a route behind one that takes some of it", [to(SOUTH, { prefix: "61" }), to(NORTH)], ["2190"]],
  ["no route", [to(SOUTH)], []],
] as [string, Route[], string[]][])(
  "marketing could go out from unmarked senders by %s",
  (_, routes, senders) => {
    expect(unratedSenders(table(routes), NORTH)).toEqual(senders);
  },
);

it("nothing is said while no sender is marked anywhere, nor of the simulator", () => {
  expect(unratedSenders(table([to(NORTH)], carrier(["552"], [])), NORTH)).toEqual([]);
  expect(unratedSenders(table([to(SIMULATOR_ID)]), SIMULATOR_ID)).toEqual([]);
  expect(unratedSenders(table([to(SOUTH)]), SOUTH)).toEqual(["2190"]);
});

it("of one message it is said where its sender has no mark at the network that it goes to", () => {
  const warning = (sender: string, carrierId = NORTH) =>
    unratedWarning(table([]), { carrierId, name: "north", sender });
  expect(warning("2190")).toBe("Marketing: 2190 is not marked as zero-rated at north.");
  expect([warning("552"), warning("2190", SIMULATOR_ID)]).toEqual([null, null]);
  const unmarked = table([], carrier(["552", "2190"], []));
  expect(unratedWarning(unmarked, { carrierId: NORTH, name: "north", sender: "2190" })).toBeNull();
});
