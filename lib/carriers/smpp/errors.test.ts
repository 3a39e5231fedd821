import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { causeOf, ruleOf, STATUSES } from "@/lib/carriers/smpp/errors";
import { formatStatus } from "@/lib/smpp/pdu/status";
import { ROOT } from "@/server/base/root";

const page = readFileSync(path.join(ROOT, "docs/networks.md"), "utf8");

describe("the statuses of a network", () => {
  it("are explained in the documents as they are followed", () => {
    const rows = [...STATUSES].map(([status, { name, cause, rule }]) => {
      const { action, delayMs, tries } = rule;
      const what =
        action === "later" ? `again after ${delayMs / 1_000} s, ${tries} tries, then elsewhere` : action;
      return `| \`${formatStatus(status)}\` | ${name} | ${cause} | ${what} |`;
    });
    expect(page.split("\n").filter((line) => /^\| `0x\w{8}`/.test(line))).toEqual(rows);
  });

  it("have a cause in words, whatever they are", () => {
    expect(causeOf(0x0b)).toBe("The network says that there is no such number.");
    expect(causeOf(0x412)).toContain("a code of its own");
    expect(causeOf(0x9999)).toBe("The network refused it.");
  });

  it("lead where the settings say, else where the operator's rules, else where the table says, else to another", () => {
    const errors = { "0x0000000B": { action: "later", delayMs: 5, tries: 2 } } as const;
    expect(ruleOf(0x0b, { errors })).toEqual({ action: "later", delayMs: 5, tries: 2 });
    expect(ruleOf(0x0b, { errors: {} })).toMatchObject({ action: "refused" });
    expect(ruleOf(0x9999, { errors: {} })).toMatchObject({ action: "elsewhere" });
    const forAll = new Map([
      ["0x0000000B", { action: "elsewhere", delayMs: 0, tries: null }],
      ["0x00009999", { action: "later", delayMs: 7, tries: null }],
      // Not an action of SMPP.
      ["0x00000008", { action: "login", delayMs: 0, tries: null }],
    ] as const);
    expect(ruleOf(0x0b, { errors }, forAll)).toMatchObject({ action: "later", delayMs: 5 });
    expect(ruleOf(0x0b, { errors: {} }, forAll)).toMatchObject({ action: "elsewhere" });
    expect(ruleOf(0x9999, { errors: {} }, forAll)).toEqual({ action: "later", delayMs: 7, tries: 5 });
    expect(ruleOf(0x08, { errors: {} }, forAll)).toMatchObject({ action: "later", delayMs: 10_000 });
  });
});
