import { Code, CodePanel } from "@/components/docs/code";
import { Samples } from "@/components/docs/samples";
import type { Json } from "@/lib/contracts/samples/sample-request";
import type { ReferenceExample } from "@/lib/openapi/reference/described";

const STATUSES: Readonly<Record<number, string>> = { 200: "200 OK", 204: "204 No Content" };

/**
 * Draws a request in every language, and its response.
 * @param base the address that the samples call.
 */
export function Exchange({
  example,
  base,
  status,
}: {
  example: ReferenceExample;
  base: string;
  status: number;
}) {
  const { title, request, body, response } = example;
  return (
    <CodePanel label={title}>
      {request ? (
        <Samples label={title} request={{ ...request, url: `${base}${request.url}` }} />
      ) : (
        <Code label="POST to your URL" language="json" text={written(body)} />
      )}
      {response === undefined || response === null ? null : (
        <Code label={STATUSES[status] ?? String(status)} language="json" text={written(response)} />
      )}
    </CodePanel>
  );
}

/** Formats JSON over several lines; a text is unchanged. */
function written(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
