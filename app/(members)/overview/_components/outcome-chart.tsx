import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Overview } from "@/lib/contracts/members/overview";

const DAY = new Intl.DateTimeFormat("en-NZ", { day: "numeric", month: "short", timeZone: "UTC" });
const WHOLE_DAY = new Intl.DateTimeFormat("en-NZ", {
  ...{ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" },
});

const BARS = [
  { name: "Delivered", key: "delivered", colour: "var(--accent)" },
  { name: "Failed", key: "failed", colour: "var(--danger)" },
  { name: "No outcome yet", key: "waiting", colour: "var(--muted)" },
] as const;

const count = (value: unknown) => Number(value).toLocaleString("en-NZ");

/** The days beside one another, and in each what became of its messages. For the eye alone: the table says the same. */
export function OutcomeChart({ days }: { days: Overview["days"] }) {
  return (
    <div className="h-64 text-xs">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={days}
          accessibilityLayer={false}
          margin={{ left: 0, right: 4, top: 8 }}
          barCategoryGap="20%"
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="day"
            tickFormatter={(day: string) => DAY.format(new Date(day))}
            tick={{ fill: "var(--muted)" }}
            stroke="var(--line)"
            tickLine={false}
            interval="equidistantPreserveStart"
            minTickGap={24}
          />
          <YAxis
            allowDecimals={false}
            width={44}
            tickFormatter={(value: number) => (value >= 10_000 ? `${count(value / 1_000)}k` : count(value))}
            tick={{ fill: "var(--muted)" }}
            axisLine={false}
            tickLine={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--line)", opacity: 0.5 }}
            contentStyle={{ background: "var(--panel)", borderColor: "var(--line)", borderRadius: 12 }}
            labelFormatter={(day) => WHOLE_DAY.format(new Date(String(day)))}
            formatter={count}
          />
          <Legend iconType="square" formatter={(name) => <span className="text-ink">{name}</span>} />
          {BARS.map(({ name, key, colour }) => (
            <Bar key={key} name={name} dataKey={key} stackId="day" fill={colour} isAnimationActive={false} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
