import { saidHour } from "@/components/ui/said-time";
import type { DeliveryWindow } from "@/lib/sms/delivery-window";

/** The days of the week by number: 1 is Monday. */
export const WEEKDAYS = [
  { day: 1, short: "Mon", long: "Monday" },
  { day: 2, short: "Tue", long: "Tuesday" },
  { day: 3, short: "Wed", long: "Wednesday" },
  { day: 4, short: "Thu", long: "Thursday" },
  { day: 5, short: "Fri", long: "Friday" },
  { day: 6, short: "Sat", long: "Saturday" },
  { day: 7, short: "Sun", long: "Sunday" },
] as const;

/** Formats a delivery window, such as `9 am to 5 pm, Mon, Tue, New Zealand time`. */
export function windowWords({ days, from, to, localTime }: DeliveryWindow): string {
  const named = WEEKDAYS.filter(({ day }) => days.includes(day)).map(({ short }) => short);
  const on = named.length === WEEKDAYS.length ? "every day" : named.join(", ");
  return `${saidHour(from)} to ${saidHour(to)}, ${on}, ${localTime ? "each recipient’s time" : "New Zealand time"}`;
}
