import { describe, expect, it } from "vitest";
import type { RoutedCarrier, RouteTarget } from "@/lib/carriers/routes";
import { explainTargets } from "@/lib/messages/networks/targets/explain-targets";

const UP: RoutedCarrier = { isUsable: true, isUp: true, senders: new Set(["552"]) };
const DOWN = { ...UP, isUp: false };

const target = (carrierId: number, overrides: Partial<RouteTarget> = {}): RouteTarget => ({
  carrierId,
  tier: 0,
  weight: 1,
  costMicros: null,
  ...overrides,
});

/** Returns the sentences of targets 1, 2 and so on, with the given carriers. */
function explained(targets: RouteTarget[], carriers: RoutedCarrier[], chosen: number | null, byCost = false) {
  const facts = { chosen, sender: "552", carriers: new Map(carriers.map((one, index) => [index + 1, one])) };
  const { targets: found, isWaiting } = explainTargets({ targets, byCost }, facts);
  return { whys: found.map(({ why }) => why), isWaiting };
}

describe("why a message goes to a carrier of its route, and not to the others", () => {
  it("is that they are down, drained, disabled, do not allow its sender, or are of a higher tier", () => {
    const targets = [1, 2, 3, 4, 5, 6].map((id) => target(id, { tier: id === 6 ? 2 : 1 }));
    const carriers = [
      DOWN,
      { ...UP, isUsable: false, isDraining: true },
      { ...UP, isUsable: false },
      { ...UP, senders: new Set<string>() },
      UP,
      UP,
    ];
    expect(explained(targets, carriers, 5)).toEqual({
      isWaiting: false,
      whys: [
        "Down.",
        "Draining: it accepts no new messages.",
        "Disabled.",
        "It does not allow the sender '552'.",
        "Chosen: no other carrier comes before it.",
        "In tier 2, which comes after tier 1.",
      ],
    });
  });

  it("is its weight, or its cost", () => {
    const targets = [target(1, { weight: 3 }), target(2)];
    expect(explained(targets, [UP, UP], 2).whys).toEqual([
      "Not this time: its weight is 3 of 4.",
      "Chosen: its weight is 1 of 4.",
    ]);
    expect(explained(targets, [UP, UP], 1, true).whys).toEqual([
      "Chosen as the cheapest of tier 0.",
      "Not the cheapest.",
    ]);
  });

  it("is that it waits there where all are down", () => {
    expect(explained([target(1), target(2, { tier: 1 })], [DOWN, DOWN], 1)).toEqual({
      isWaiting: true,
      whys: ["Chosen: no other carrier comes before it. It is down.", "In tier 1, which comes after tier 0."],
    });
  });

  it("is that none may have it", () => {
    expect(explained([target(1), target(2)], [{ ...UP, isUsable: false }], null)).toEqual({
      isWaiting: false,
      whys: ["Disabled.", "Disabled."],
    });
  });
});
