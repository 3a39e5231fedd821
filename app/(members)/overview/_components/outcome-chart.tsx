import { cutOff } from "@/app/(members)/overview/_components/cut-off";
import { formatDay, messagesOf } from "@/app/(members)/overview/_components/days";
import { countMark } from "@/components/charts/axis-marks";
import { Bars } from "@/components/charts/bars";
import { formatCount } from "@/components/ui/count";
import type { Overview } from "@/lib/contracts/members/overview";

const WHOLE_DAY = new Intl.DateTimeFormat("en-NZ", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

const BARS = [
  { name: "Delivered", key: "delivered", colour: "var(--accent)" },
  { name: "Failed", key: "failed", colour: "var(--danger)" },
  { name: "Pending", key: "waiting", colour: "var(--muted)" },
] as const;

const count = (value: unknown) => formatCount(Number(value));

/** Draws a bar for each day, split into the outcomes of its messages. */
export function OutcomeChart({ days }: { days: Overview["days"] }) {
  return (
    <Bars
      data={days}
      along="day"
      bars={BARS}
      yWidth={44}
      formatMark={formatDay}
      formatTitle={(day) => WHOLE_DAY.format(new Date(day))}
      formatAxis={countMark}
      formatValue={count}
      hrefOf={({ day }) => messagesOf(day)}
      end={cutOff(days.map(({ sent }) => sent))}
    />
  );
}
