import { periodTitle, shortDay } from "@/app/admin/figures/_components/period-title";
import { moneyMark } from "@/components/charts/axis-marks";
import { Bars } from "@/components/charts/bars";
import { shortMonthName } from "@/components/lists/month-names";
import type { FigureStep, Figures } from "@/lib/contracts/admin/figures";
import { formatMoney } from "@/lib/money";

const BARS = [
  { name: "Cost", key: "spent", colour: "var(--muted)" },
  { name: "Margin", key: "left", colour: "var(--accent)" },
] as const;

/**
 * Draws the charges of each period, split into the networks' cost and the margin. A click on a bar opens its
 * days.
 */
export function FiguresChart({ periods, by }: { periods: Figures["periods"]; by: FigureStep }) {
  const byStart = new Map(periods.map((period) => [period.start, period]));
  return (
    <Bars
      data={periods.map((period) => ({ ...period, spent: Number(period.cost), left: Number(period.margin) }))}
      along="start"
      bars={BARS}
      yWidth={64}
      formatMark={(day) => (by === "month" ? shortMonthName(day.slice(0, 7)) : shortDay(day))}
      formatTitle={(day) => {
        const period = byStart.get(day);
        return period ? periodTitle(period, by) : day;
      }}
      formatAxis={moneyMark}
      formatValue={(value) => formatMoney(Number(value).toFixed(2))}
      hrefOf={({ start, end }) => `/admin/figures?start=${start}&end=${end}`}
    />
  );
}
