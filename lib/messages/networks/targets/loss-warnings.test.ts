import { describe, expect, it } from "vitest";
import type { Rates } from "@/lib/billing/price";
import type { WrittenRoute } from "@/lib/carriers/setup/route-file";
import { type BillingFacts, lossWarnings } from "@/lib/messages/networks/targets/loss-warnings";

const rate = (priceMicros: bigint, templatePriceMicros: bigint | null = null, isStandard = false) => ({
  priceMicros,
  templatePriceMicros,
  isStandard,
});

const RATES: Rates = new Map([
  ["64", rate(100_000n, 80_000n, true)],
  ["61", rate(100_000n, 80_000n, true)],
  ["44", rate(150_000n)],
  ["*", rate(200_000n)],
]);

const FACTS: BillingFacts = {
  rates: RATES,
  ownRates: new Map([
    [7, 60_000n],
    [8, null],
  ]),
  lowestRate: null,
  owners: new Map([["7755", 7]]),
  networks: new Map([["53001", ["642", "6421"]]]),
  blocked: new Map(),
};

type NamedRoute = Partial<WrittenRoute> & { cost?: string };
const route = ({ cost, ...named }: NamedRoute): WrittenRoute => ({
  byCost: false,
  targets: [{ carrier: "north", tier: 0, weight: 1, ...(cost && { cost }) }],
  ...named,
});

const warned = (routes: NamedRoute[], facts: Partial<BillingFacts> = {}) =>
  lossWarnings(routes.map(route), { ...FACTS, ...facts }).map(({ route: place, warning }) => [
    place,
    warning,
  ]);

const charges = (cost: string, what: string, price: string, code = 64) =>
  `north charges $${cost} a part, but ${what} to +${code} are billed at $${price}.`;
const CODES = "one-time codes and reminders";

describe("a route that costs more than it bills", () => {
  it.each<[string, NamedRoute, string]>([
    [
      "by its beginning",
      { prefix: "6421", sendType: "sms", cost: "0.101" },
      charges("0.101", "messages", "0.10"),
    ],
    ["by the price of templates", { prefix: "64", cost: "0.09" }, charges("0.09", CODES, "0.08")],
    ["of one-time codes", { prefix: "64", sendType: "otp", cost: "0.081" }, charges("0.081", CODES, "0.08")],
    [
      "of marketing",
      { prefix: "44", messageClass: "marketing", cost: "0.16" },
      charges("0.16", "messages", "0.15", 44),
    ],
    ["by a network", { network: "53001", sendType: "sms", cost: "1" }, charges("1.00", "messages", "0.10")],
    [
      "of an account with its own rate",
      { account: 7, prefix: "64", cost: "0.07" },
      charges("0.07", "messages", "0.06"),
    ],
    [
      "of a sender of that account",
      { sender: "7755", prefix: "64", cost: "0.07" },
      charges("0.07", "messages", "0.06"),
    ],
    [
      "to a country without a price of its own",
      { prefix: "81", cost: "0.21" },
      charges("0.21", "messages", "0.20", 81),
    ],
  ])("is warned of: %s", (_, named, warning) => {
    expect(warned([named])).toEqual([[1, warning]]);
  });

  it.each<[string, NamedRoute, Partial<BillingFacts>?]>([
    ["a cost of as much", { prefix: "64", sendType: "sms", cost: "0.10" }],
    ["no cost", { prefix: "64" }],
    ["marketing, which is no template", { prefix: "64", messageClass: "marketing", cost: "0.09" }],
    ["an account without a rate of its own", { account: 8, prefix: "64", sendType: "sms", cost: "0.10" }],
    ["an own rate where the country is not standard", { account: 7, prefix: "44", cost: "0.14" }],
    ["blocked numbers", { prefix: "64", cost: "1" }, { blocked: new Map([["64", true]]) }],
  ])("and not of %s", (_, named, facts) => {
    expect(warned([named], facts)).toEqual([]);
  });

  it("is warned of by the lowest rate that any account has, unless the route is another account's", () => {
    const lowest = { lowestRate: 20_000n };
    const loss = charges("0.03", "messages", "0.02");
    expect(warned([{ prefix: "64", sendType: "sms", cost: "0.03" }], lowest)).toEqual([[1, loss]]);
    expect(warned([{ account: 8, prefix: "64", sendType: "sms", cost: "0.03" }], lowest)).toEqual([]);
  });

  it("is not warned of for what an earlier route takes", () => {
    const all = { sendType: "sms", cost: "0.12" } as const;
    expect(warned([{ prefix: "64" }, { prefix: "61" }, all])).toEqual([]);
    expect(warned([{ prefix: "64", sendType: "otp" }, { prefix: "61" }, all])).toEqual([
      [3, charges("0.12", "messages", "0.10")],
    ]);
    expect(warned([{ prefix: "64", sender: "552" }, { prefix: "61" }, all])).toHaveLength(1);
    expect(warned([{}, { ...all, cost: "9" }])).toEqual([]);
  });

  it("is warned of with how many calling codes lose, and each target by itself", () => {
    const targets = [
      { carrier: "north", tier: 0, weight: 1, cost: "0.12" },
      { carrier: "south", tier: 1, weight: 1, cost: "0.05" },
      { carrier: "west", tier: 1, weight: 1, cost: "0.16" },
    ];
    const found = warned([{ sendType: "sms", targets }]);
    expect(found).toEqual([
      [1, expect.stringMatching(/^north charges .* The same applies to 1 more calling code\.$/)],
      [1, expect.stringMatching(/^west charges .* The same applies to 2 more calling codes\.$/)],
    ]);
  });

  it("is warned of a hundred times at most", () => {
    const many = Array.from({ length: 1_000 }, () => ({ account: 7, cost: "9" }));
    expect(warned(many)).toHaveLength(100);
    expect(warned(Array.from({ length: 1_000 }, () => ({ account: 7, cost: "0.01" })))).toEqual([]);
  });
});
