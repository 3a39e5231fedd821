import { describe, expect, test } from "vitest";
import type { WrittenRoute } from "@/lib/carriers/setup/route-file";
import { hiddenBehind, impossibilityOf, type RouteFacts } from "@/lib/carriers/setup/route-reach";

const FACTS: RouteFacts = {
  networks: new Map([
    ["53001", ["642", "6421", "6429"]],
    ["50501", ["614"]],
    ["99901", ["614", "6421"]],
  ]),
  owners: new Map([["7755", 7]]),
  blocked: new Map([
    ["882", true],
    ["614", true],
    ["88233", false],
  ]),
};

type PartialRoute = Partial<WrittenRoute>;
const route = (named: PartialRoute): WrittenRoute => ({ byCost: false, targets: [], ...named });

describe("a route can never match", () => {
  test.each([
    [{ sendType: "otp", messageClass: "marketing" }, "one-time codes are always transactional"],
    [{ sendType: "appointment", messageClass: "marketing" }, "reminders are always transactional"],
    [{ account: 8, sender: "7755" }, "7755 is a sender of account 7 alone"],
    [{ prefix: "210" }, "no mobile number begins with 210"],
    [{ prefix: "6402" }, "no mobile number begins with 6402"],
    [{ prefix: "6421123456789" }, "no mobile number begins with 6421123456789"],
    [{ prefix: "61", network: "53001" }, "no number of network 53001 begins with 61"],
    [{ prefix: "8821" }, "numbers that begin with 882 are blocked"],
    [{ network: "50501" }, "numbers that begin with 614 are blocked"],
    [{ prefix: "61", network: "50501" }, "numbers that begin with 614 are blocked"],
  ] as [PartialRoute, string][])("by %o", (named, why) => {
    expect(impossibilityOf(route(named), FACTS)).toBe(why);
  });

  test.each([
    {},
    { sendType: "otp" },
    { sendType: "sms", messageClass: "marketing" },
    { messageClass: "marketing" },
    { account: 7, sender: "7755" },
    { sender: "7755" },
    { account: 8, sender: "552" },
    { prefix: "6" },
    { prefix: "64" },
    { prefix: "88" },
    { prefix: "61" },
    { prefix: "642112345678" },
    { network: "53001" },
    { prefix: "64", network: "53001" },
    { prefix: "6427", network: "53001" },
    { prefix: "8823" },
    { prefix: "88233" },
    { prefix: "882331" },
    { network: "99901" },
    { network: "unknown" },
    { prefix: "61", network: "unknown" },
  ] as PartialRoute[])("but not by %o", (named) => {
    expect(impossibilityOf(route(named), FACTS)).toBeNull();
  });
});

describe("the last route has nothing left", () => {
  test.each([
    [[{}, { sender: "552" }], [0]],
    [[{ messageClass: "transactional" }, { sendType: "otp" }], [0]],
    [[{ sendType: "sms" }, { messageClass: "marketing" }], [0]],
    [[{ account: 7 }, { sender: "7755" }], [0]],
    [[{}, { hours: "Mo-Fr 09:00-17:00", zone: "UTC" }], [0]],
    [[{ words: ["pin"] }, { words: ["pin"], prefix: "64" }], [0]],
    [[{ hours: "Sa 09:00-17:00", zone: "UTC" }, {}], null],
    [[{ words: ["pin"] }, {}], null],
    [[{ begins: "acme" }, { begins: "acme", words: ["pin"] }], null],
    [
      [
        { hours: "Sa 09:00-17:00", zone: "UTC" },
        { hours: "Sa 09:00-17:00", zone: "Pacific/Auckland" },
      ],
      null,
    ],
    [[{ prefix: "642" }, { network: "53001" }], [0]],
    [[{ prefix: "64" }, { prefix: "6", network: "53001" }], [0]],
    [
      [{ messageClass: "marketing" }, { messageClass: "transactional" }, {}],
      [0, 1],
    ],
    [
      [{ sendType: "appointment" }, { sendType: "otp" }, { sendType: "sms" }, { prefix: "61" }],
      [0, 1, 2],
    ],
    [
      [{ prefix: "61" }, { prefix: "64" }, { network: "99901" }],
      [0, 1],
    ],
    [[{ prefix: "61" }, {}, { messageClass: "marketing" }, { prefix: "615" }], [0]],
  ] as [PartialRoute[], number[]][])("behind those before it in %o", (routes, places) => {
    expect(hiddenBehind(routes.map(route), FACTS)).toEqual(places);
  });

  test.each([
    [[{}]],
    [[{ sender: "552" }, {}]],
    [[{ account: 7 }, { sender: "552" }]],
    [[{ account: 7, sender: "7755" }, { account: 7 }]],
    [[{ prefix: "6421" }, { network: "53001" }]],
    [[{ network: "53001" }, { prefix: "6421" }]],
    [[{ messageClass: "marketing" }, { sendType: "sms" }]],
    [[{ sendType: "otp" }, { messageClass: "transactional" }]],
    [[{ prefix: "61", messageClass: "marketing" }, { messageClass: "transactional" }, {}]],
  ] as [PartialRoute[]][])("but not in %o", (routes) => {
    expect(hiddenBehind(routes.map(route), FACTS)).toBeNull();
  });
});
