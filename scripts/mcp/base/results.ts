import type { CallToolResult } from "@modelcontextprotocol/server";

/** What a tool gives: a value of its output schema, which is also its text, and what the assistant must know of it. */
export function result(value: Record<string, unknown>, note?: string): CallToolResult {
  const text = JSON.stringify(value, null, 2);
  return {
    content: [
      ...(note === undefined ? [] : [{ type: "text" as const, text: note }]),
      { type: "text" as const, text },
    ],
    structuredContent: value,
  };
}

/** What a tool gives that did nothing, or may not have: a stable code and a sentence. */
export function failure(code: string, sentence: string): CallToolResult {
  return { content: [{ type: "text", text: `${code}: ${sentence}` }], isError: true };
}
