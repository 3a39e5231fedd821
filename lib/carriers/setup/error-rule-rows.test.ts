import { describe, expect, it, test } from "vitest";
import { addCarrier } from "@/lib/carriers/setup/carrier-rows";
import { asKept, asWrittenRules, errorRuleList, MAX_RULES } from "@/lib/carriers/setup/error-rule-list";
import {
  type GivenErrorRule,
  listErrorRules,
  readErrorRules,
  removeErrorRule,
  setErrorRule,
} from "@/lib/carriers/setup/error-rule-rows";
import { db } from "@/lib/db/client";
import { useTestDatabase } from "@/tests/support/database/database";
import { TEST_SECRET } from "@/tests/support/database/submission";

useTestDatabase({ each: true });

const set = (given: GivenErrorRule) => db().transaction((tx) => setErrorRule(tx, given));
const remove = (kind: string, code: string) => db().transaction((tx) => removeErrorRule(tx, { kind, code }));

describe("the rules for errors", () => {
  it("are set one by one, in the form of the code that networks give", async () => {
    expect(await set({ kind: "smpp", code: " 0xb ", action: "elsewhere" })).toEqual({
      kind: "smpp",
      code: "0x0000000B",
      action: "elsewhere",
      delayMs: 0,
      tries: null,
    });
    await set({ kind: "smpp", code: "0x0000000B", action: "later" });
    await set({ kind: "http", code: "http 404", action: "later", delayMs: 500, tries: 2 });
    await set({ kind: "http", code: "21211", action: "later" });
    expect(await readErrorRules(db())).toEqual([
      { kind: "http", code: "21211", action: "later", delayMs: 30_000, tries: null },
      { kind: "http", code: "HTTP 404", action: "later", delayMs: 500, tries: 2 },
      { kind: "smpp", code: "0x0000000B", action: "later", delayMs: 30_000, tries: 5 },
    ]);
    expect(await remove("smpp", "0x0B")).toMatchObject({ code: "0x0000000B" });
    await expect(remove("smpp", "0x0B")).rejects.toThrow("There is no rule for 0x0000000B of smpp.");
    expect(await readErrorRules(db())).toHaveLength(2);
  });

  test.each([
    [{ kind: "pigeon", code: "1", action: "refused" }, "The kind must be one of smpp, http."],
    [{ kind: "smpp", code: "0x0B", action: "login" }, "must be one of later, elsewhere, refused, throttled"],
    [{ kind: "http", code: "7", action: "constructor" }, "The action of a rule for http"],
    [{ kind: "smpp", code: "HTTP 404", action: "refused" }, "The code must be a status of SMPP"],
    [{ kind: "smpp", code: "0x0", action: "refused" }, "The code must be a status of SMPP"],
    [{ kind: "smpp", code: "0x123456789", action: "refused" }, "The code must be a status of SMPP"],
    [{ kind: "http", code: "HTTP 999", action: "refused" }, "or a status such as HTTP 404"],
    [{ kind: "http", code: "x".repeat(65), action: "refused" }, "at most 64 characters"],
    [{ kind: "http", code: " ", action: "refused" }, "The code must be a provider's code"],
    [{ kind: "smpp", code: "0x0B", action: "refused", tries: 3 }, "It has 'refused'"],
  ])("refuse %j by name", async (given, sentence) => {
    await expect(set(given)).rejects.toThrow(sentence);
    expect(await readErrorRules(db())).toEqual([]);
  });

  it("are at most so many of a kind, and one of them can still be changed", async () => {
    const rows = Array.from({ length: MAX_RULES }, (_, index) => ({
      kind: "http",
      code: `c${index}`,
      action: "refused",
      delayMs: 0,
    }));
    await db().prisma.carrierErrorRule.createMany({ data: rows });
    await expect(set({ kind: "http", code: "one more", action: "refused" })).rejects.toThrow("500 rules");
    await set({ kind: "http", code: "c0", action: "elsewhere" });
    await set({ kind: "smpp", code: "0x0B", action: "elsewhere" });
  });

  it("are listed with what each means, and with the networks that have one of their own", async () => {
    const smpp = { host: "127.0.0.1", systemId: "gateway", password: "hush-hush", tps: 10 };
    const setup = { authSecret: TEST_SECRET, hasServer: true };
    const own = { ...smpp, errors: { "0x0000000B": { action: "refused" } } };
    await addCarrier(db(), { name: "north", kind: "smpp", given: own }, setup);
    await addCarrier(db(), { name: "south", kind: "smpp", given: smpp }, setup);
    for (const [kind, code] of [
      ["smpp", "0x0B"],
      ["http", "21211"],
      ["http", "HTTP 429"],
      ["http", "nobody's"],
    ] as const)
      await set({ kind, code, action: "elsewhere" });
    const refused = { action: "refused", delayMs: 0 };
    expect(await listErrorRules(db())).toMatchObject([
      { code: "21211", cause: "Twilio says that there is no such number.", usual: { action: "refused" } },
      { code: "HTTP 429", usual: { action: "throttled" } },
      { code: "nobody's", name: null, cause: null, usual: null, exceptions: [] },
      {
        code: "0x0000000B",
        name: "ESME_RINVDSTADR",
        usual: refused,
        exceptions: ["north"],
        cause: "The network says that there is no such number.",
      },
    ]);
  });

  test.each([
    { kind: "smpp", code: "0x0b", action: "refused", delayMs: 0 },
    { kind: "http", code: "", action: "refused", delayMs: 0 },
    { kind: "smpp", code: "0x0000000B", action: "login", delayMs: 0 },
    { kind: "http", code: "7", action: "pigeon", delayMs: 0 },
    { kind: "http", code: "7", action: "later", delayMs: -1 },
    { kind: "http", code: "7", action: "later", delayMs: 0, tries: 0 },
  ])("are checked by the table too: %j", async (data) => {
    await expect(db().prisma.carrierErrorRule.create({ data })).rejects.toThrow(
      /carrier_error_rules_\w+_check/,
    );
  });
});

describe("written rules", () => {
  it("are read as they were written, in the form that a network's settings have", () => {
    const written = {
      smpp: {
        "0x0000000B": { action: "elsewhere" },
        "0x00000064": { action: "later", delayMs: 5, tries: 2 },
      },
      http: { "21211": { action: "later", afterMs: 7 }, "HTTP 404": { action: "unknown" } },
    };
    expect(asWrittenRules(asKept(errorRuleList.parse(written)))).toEqual(written);
    expect(asWrittenRules([])).toEqual({});
  });

  test.each([
    [{ smpp: { "0x0B": { action: "refused" } } }, "smpp.0x0B", "must be a status of SMPP"],
    [{ smpp: { "0x0000000B": { action: "login" } } }, "smpp.0x0000000B.action", "Invalid option"],
    [{ http: { "HTTP 999": { action: "refused" } } }, "http.HTTP 999", "or a status such as HTTP 404"],
    [{ http: { "7": { action: "later", afterMs: -1 } } }, "http.7.afterMs", "Too small"],
    [{ pigeon: {} }, "", "pigeon"],
  ])("of %j name what is wrong", (given, place, message) => {
    const [issue] = errorRuleList.safeParse(given).error?.issues ?? [];
    expect(issue?.path.join(".")).toBe(place);
    expect(issue?.message).toContain(message);
  });
});
