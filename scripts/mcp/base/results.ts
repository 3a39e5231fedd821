import type { CallToolResult } from "@modelcontextprotocol/server";

/** Returns the result of a tool: a value of its output schema, which is also its text, and a note for the assistant. */
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

/** Returns the result of a tool that failed: a stable code and a sentence. */
export function failure(code: string, sentence: string): CallToolResult {
  return { content: [{ type: "text", text: `${code}: ${sentence}` }], isError: true };
}
