import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { monthName, shortMonthName } from "@/app/(members)/billing/_components/month-names";
import { formatMoney } from "@/components/ui/format-money";
import type { MonthUsage } from "@/lib/contracts/members/billing";

/** What messages cost by month. For the eye alone: the table under it says the same. */
export function UsageChart({ months }: { months: readonly MonthUsage[] }) {
  const data = months.map(({ month, total }) => ({ month, dollars: Number(total), total }));
  return (
    <div className="h-48 text-xs">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={data}
          accessibilityLayer={false}
          margin={{ left: 0, right: 4, top: 8 }}
          barCategoryGap="25%"
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="month"
            tickFormatter={shortMonthName}
            tick={{ fill: "var(--muted)" }}
            stroke="var(--line)"
            tickLine={false}
            interval="equidistantPreserveStart"
          />
          <YAxis
            width={56}
            tickFormatter={(value: number) => `$${value.toLocaleString("en-NZ")}`}
            tick={{ fill: "var(--muted)" }}
            axisLine={false}
            tickLine={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--line)", opacity: 0.5 }}
            contentStyle={{ background: "var(--panel)", borderColor: "var(--line)", borderRadius: 12 }}
            labelFormatter={(month) => monthName(String(month))}
            formatter={(_, __, { payload }) => formatMoney(String(payload.total))}
          />
          <Bar name="Total, GST included" dataKey="dollars" fill="var(--accent)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
