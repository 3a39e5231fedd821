import { useRouter } from "next/navigation";
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";

type Series = { name: string; key: string; colour: string };

/** The largest width of a bar, in pixels. */
const MAX_BAR_PX = 64;

/**
 * Draws a bar chart in the order of time. It serves the eye and the mouse only: a table beside it has the
 * same data.
 */
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
  /** The field for the horizontal axis. */
  along: keyof Row & string;
  /** The bars of each row, stacked. */
  bars: readonly (Series & { key: keyof Row & string })[];
  yWidth: number;
  /** Formats a value of the horizontal axis, for the axis and the tooltip. */
  formatMark: (value: string) => string;
  formatTitle: (value: string) => string;
  formatAxis: (value: number) => string;
  formatValue: (value: unknown, row: Row) => string;
  /** Returns the address that a click on a row's bar opens. */
  hrefOf: (row: Row) => string;
  /**
   * The end of the vertical axis. The chart cuts off larger values. Default: just above the largest value.
   */
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
