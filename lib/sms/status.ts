/** The delivery statuses of a message (rules: statuses). */
export const DELIVERY_STATUSES = [
  "DELIVRD",
  "UNDELIV",
  "ACCEPTD",
  "QUEUED",
  "FAILED",
  "PENDING",
  "BLOCKED",
  "DELETED",
  "UNKNOWN",
  "NACKED",
  "ENROUTE",
] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * The final statuses (rules: final statuses): no statement replaces one. Any other status may follow any other,
 * except PENDING, which only acceptance writes.
 */
export const FINAL_STATUSES = [
  "DELIVRD",
  "UNDELIV",
  "FAILED",
  "DELETED",
  "NACKED",
  "BLOCKED",
] as const satisfies readonly DeliveryStatus[];

/** The statuses by report code, in the codes of carriers and webhooks (rules: report codes). */
const STATUS_BY_CODE: ReadonlyMap<number, DeliveryStatus> = new Map([
  [1, "DELIVRD"],
  [2, "UNDELIV"],
  [4, "QUEUED"],
  [8, "ACCEPTD"],
  [16, "UNDELIV"],
  [-1, "BLOCKED"],
]);

/** Returns the status of a report code, or null for an unknown code. Never throws. */
export function reportedStatus(code: number): DeliveryStatus | null {
  return STATUS_BY_CODE.get(code) ?? null;
}
