import { describe, expect, it } from "vitest";
import { describeEvent } from "@/components/messages/describe-event";
import { saidTime } from "@/components/ui/said-time";
import type { MessageEvent } from "@/lib/contracts/members/messages";

const at = "2026-11-21 11:00:00";
const attempt = { kind: "attempt", at, carrier: "north", error: null, cause: null } as const;
const report = { kind: "report", at, code: 2, error: "027", cause: "The phone is off." } as const;

const described = (event: MessageEvent) =>
  describeEvent(event, (instant) => saidTime(instant, "2026-11-21", "long"));

describe("an event of a message in words", () => {
  it("says until when it waits as people say it", () => {
    const until = "2026-11-25 09:00:00";
    expect(described({ kind: "night", at, until }).details).toEqual(["Until 25 Nov, 9:00 am."]);
    expect(described({ kind: "scheduled", at, until }).details).toEqual(["For 25 Nov, 9:00 am."]);
    expect(described({ kind: "trying", at, attempts: 2, nextAt: "2026-11-21 11:04:30" }).details).toEqual([
      "2 attempts so far. Next attempt: 11:04 am.",
    ]);
  });

  it("says why a network did not take it, and what happens then", () => {
    const cause = "The network does not allow this sender.";
    const elsewhere = { ...attempt, outcome: "elsewhere", error: "0x0000000A", cause } as const;
    expect(described(elsewhere)).toEqual({
      title: "Not accepted by this network",
      details: [cause, "Network: north, error 0x0000000A."],
      tone: "waiting",
    });
    expect(described({ ...attempt, outcome: "refused" })).toMatchObject({
      details: ["Network: north."],
      tone: "bad",
    });
  });

  it("says that nobody knows whether it was sent", () => {
    const { title, details } = described({ ...attempt, outcome: "unknown" });
    expect(title).toBe("No response from the network");
    expect(details[0]).toBe("It may or may not have been sent. It won’t be sent again.");
  });

  it("says that a phone may get it twice", () => {
    const sent = { kind: "sent", at, carrier: "north" } as const;
    expect(described({ ...sent, possibleDuplicate: false }).details).toEqual(["Network: north."]);
    expect(described({ ...sent, possibleDuplicate: true }).details[1]).toContain("twice");
  });

  it("shows a report that nobody can read as it came", () => {
    const raw = "short_message=stat:? id:none";
    expect(described({ kind: "unreadable", at, carrier: "north", raw })).toMatchObject({
      details: [raw, "Network: north. It may be about another message to this phone."],
      tone: "bad",
    });
  });

  it("says what a failed delivery means, and nothing of an error that is none", () => {
    expect(described({ ...report, status: "UNDELIV" }).details).toEqual([
      "The phone is off.",
      "Report UNDELIV, code 2, error 027.",
    ]);
    const delivered = { ...report, status: "DELIVRD", code: 1, error: "000" } as const;
    expect(described(delivered).details).toEqual(["Report DELIVRD, code 1."]);
  });
});
