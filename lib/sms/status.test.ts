import { describe, expect, test } from "vitest";
import { reportedStatus } from "@/lib/sms/status";

describe("reportedStatus", () => {
  test.each([
    [1, "DELIVRD"],
    [2, "UNDELIV"],
    [4, "QUEUED"],
    [8, "ACCEPTD"],
    [16, "UNDELIV"],
    [-1, "BLOCKED"],
    [0, null],
    [3, null],
    [32, null],
    [Number.NaN, null],
  ])("code %d is %s", (code, status) => {
    expect(reportedStatus(code)).toBe(status);
  });
});
