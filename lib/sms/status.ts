/** Every delivery status a message can have (spec 3 "Delivery statuses"). */
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

/** The statuses that nothing replaces (decisions "Sending", DLR precedence). */
export const FINAL_STATUSES = [
  "DELIVRD",
  "UNDELIV",
  "FAILED",
  "DELETED",
  "NACKED",
  "BLOCKED",
] as const satisfies readonly DeliveryStatus[];

const FINAL: ReadonlySet<DeliveryStatus> = new Set(FINAL_STATUSES);

/** By report code, as carriers and webhooks give it (spec 6 "Delivery report"). */
const STATUS_BY_CODE: ReadonlyMap<number, DeliveryStatus> = new Map([
  [1, "DELIVRD"],
  [2, "UNDELIV"],
  [4, "QUEUED"],
  [8, "ACCEPTD"],
  [16, "UNDELIV"],
  [-1, "BLOCKED"],
]);

/** Whether no further report can change this status (decisions "Sending", DLR precedence). Never throws. */
export function isFinal(status: DeliveryStatus): boolean {
  return FINAL.has(status);
}

/**
 * Whether a report of `next` may be written over `current` (decisions "Sending", DLR precedence): never over
 * a final status; otherwise the same again, or any other but PENDING, which means that no report has come
 * yet. Never throws.
 */
export function mayReplace(current: DeliveryStatus, next: DeliveryStatus): boolean {
  return !isFinal(current) && (next === current || next !== "PENDING");
}

/** The status a report code stands for, or null for a code spec 6 does not list. Never throws. */
export function reportedStatus(code: number): DeliveryStatus | null {
  return STATUS_BY_CODE.get(code) ?? null;
}
