import type { DeliveryWindow } from "@/lib/sms/delivery-window";

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Returns the defect of a delivery window as it was entered (rules: delivery windows), or undefined if it has none.
 */
export function checkWindow({ days, from, to }: DeliveryWindow): string | undefined {
  if (days.length === 0) return "Choose at least one day on which messages may be sent.";
  if (!TIME.test(from) || !TIME.test(to)) return "Enter both times between which messages may be sent.";
  if (from === to) return "Messages may never be sent between two equal times. Choose a later end.";
  if (from > to) return "The end of the hours must be later on the same day than their start.";
  return undefined;
}
