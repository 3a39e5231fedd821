import { describe, expect, it, test } from "vitest";
import { DELIVERY_STATUSES, FINAL_STATUSES, isFinal, mayReplace, reportedStatus } from "@/lib/sms/status";

describe("isFinal", () => {
  test.each(DELIVERY_STATUSES.map((status) => [status]))("%s", (status) => {
    expect(isFinal(status)).toBe(
      ["DELIVRD", "UNDELIV", "FAILED", "DELETED", "NACKED", "BLOCKED"].includes(status),
    );
  });
});

describe("mayReplace", () => {
  it("never replaces a final status, not even with itself", () => {
    for (const current of FINAL_STATUSES) {
      for (const next of DELIVERY_STATUSES) {
        expect(mayReplace(current, next), `${current} to ${next}`).toBe(false);
      }
    }
  });

  it("replaces any other with all but PENDING", () => {
    for (const current of ["ACCEPTD", "QUEUED", "PENDING", "UNKNOWN", "ENROUTE"] as const) {
      for (const next of DELIVERY_STATUSES) {
        expect(mayReplace(current, next), `${current} to ${next}`).toBe(
          next !== "PENDING" || current === "PENDING",
        );
      }
    }
  });
});

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
