import { moneyMark } from "@/components/charts/axis-marks";
import { Bars } from "@/components/charts/bars";
import { monthName, shortMonthName } from "@/components/lists/month-names";
import type { MonthUsage } from "@/lib/contracts/members/billing";
import { formatMoney } from "@/lib/money";

const BARS = [{ name: "Total incl. GST", key: "dollars", colour: "var(--accent)" }] as const;

/** Draws the cost of messages by month. A click on a bar opens the month's statement. */
export function UsageChart({ months }: { months: readonly MonthUsage[] }) {
  return (
    <Bars
      data={months.map(({ month, total }) => ({ month, dollars: Number(total), total }))}
      along="month"
      bars={BARS}
      yWidth={56}
      formatMark={shortMonthName}
      formatTitle={monthName}
      formatAxis={moneyMark}
      formatValue={(_, { total }) => formatMoney(total)}
      hrefOf={({ month }) => `/billing/statement/${month}`}
    />
  );
}
