/** A figure with its labels. `suffix` names one of a histogram's figures. */
export type Sample = {
  suffix?: "_bucket" | "_sum" | "_count";
  labels?: Readonly<Record<string, string>>;
  value: number;
};

/**
 * A metric, with its name, a sentence that explains it, and its figures. It is a gauge, unless `type` says otherwise.
 */
export type Metric = { name: string; help: string; type?: "histogram"; samples: readonly Sample[] };

/** The media type of `formatMetrics`. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Formats metrics in Prometheus's text format (rules: metrics). */
export function formatMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, type = "gauge", samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(
      ({ suffix = "", labels = {}, value }) => `${name}${suffix}${formatLabels(labels)} ${value}`,
    ),
  ]);
  return `${lines.join("\n")}\n`;
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
