import { useRouter } from "next/navigation";
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

type Shown = { name: string; key: string; colour: string };

/** The widest that a bar is, in pixels. */
const MAX_BAR_PX = 64;

/** A bar chart in the order of time. It is for the eye and the mouse alone: a table beside it says the same. */
export function Bars<Row extends object>({
  data,
  along,
  bars,
  yWidth,
  formatMark,
  formatTitle,
  formatAxis,
  formatValue,
  hrefOf,
  end,
}: {
  data: readonly Row[];
  /** The field along the horizontal axis. */
  along: keyof Row & string;
  /** Stacked on each other. */
  bars: readonly (Shown & { key: keyof Row & string })[];
  yWidth: number;
  /** How a value of that axis is written there, and in the tooltip. */
  formatMark: (value: string) => string;
  formatTitle: (value: string) => string;
  formatAxis: (value: number) => string;
  formatValue: (value: unknown, row: Row) => string;
  /** What a click on a row's bar opens. */
  hrefOf: (row: Row) => string;
  /** Where the vertical axis ends: what is larger is cut off. By itself it ends above the largest. */
  end?: number | undefined;
}) {
  const router = useRouter();
  return (
    <ResponsiveContainer width="100%" height="100%" className="text-xs">
      <BarChart
        data={data}
        accessibilityLayer={false}
        margin={{ left: 0, right: 4, top: 8 }}
        barCategoryGap="20%"
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey={(row: Row) => row[along]}
          tickFormatter={formatMark}
          tick={{ fill: "var(--muted)" }}
          stroke="var(--line)"
          tickLine={false}
          interval="equidistantPreserveStart"
          minTickGap={24}
        />
        <YAxis
          allowDecimals={false}
          {...(end === undefined ? {} : { domain: [0, end], allowDataOverflow: true })}
          width={yWidth}
          tickFormatter={formatAxis}
          tick={{ fill: "var(--muted)" }}
          axisLine={false}
          tickLine={false}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: "var(--line)", opacity: 0.5 }}
          contentStyle={{ background: "var(--panel)", borderColor: "var(--line)", borderRadius: 12 }}
          labelFormatter={(label) => formatTitle(String(label))}
          formatter={(value, _, { payload }) => formatValue(value, payload)}
        />
        {bars.length > 1 ? (
          <Legend iconType="square" formatter={(name) => <span className="text-ink">{name}</span>} />
        ) : null}
        {bars.map(({ name, key, colour }) => (
          <Bar
            key={key}
            name={name}
            dataKey={(row: Row) => row[key]}
            stackId="all"
            fill={colour}
            maxBarSize={MAX_BAR_PX}
            className="cursor-pointer"
            onClick={({ payload }) => router.push(hrefOf(payload as Row))}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
