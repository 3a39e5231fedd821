/** A figure with its labels. */
export type Sample = { labels?: Readonly<Record<string, string>>; value: number };

/** A gauge: its name, what it says in a sentence, and its figures. */
export type Metric = { name: string; help: string; samples: readonly Sample[] };

/** The media type of `formatMetrics`. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Metrics in Prometheus's text format (rules: metrics). */
export function formatMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...samples.map(({ labels = {}, value }) => `${name}${formatLabels(labels)} ${value}`),
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
