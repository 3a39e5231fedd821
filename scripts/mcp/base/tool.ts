import type {
  CallToolResult,
  InputRequiredResult,
  McpServer,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { z } from "zod";
import { GatewayFailure } from "@/scripts/mcp/base/gateway-failure";
import { failure } from "@/scripts/mcp/base/results";
import { ToolRefusal } from "@/scripts/mcp/base/tool-refusal";

/** The definition of a tool, for the client and for the model. */
export type Tool<Input extends z.ZodType, Output extends z.ZodType> = {
  name: string;
  title: string;
  description: string;
  input: Input & StandardSchemaWithJSON;
  output: Output & StandardSchemaWithJSON;
  annotations: ToolAnnotations;
  run(input: z.output<Input>, context: ServerContext): Promise<CallToolResult | InputRequiredResult>;
};

/** A function that writes a line of the log, never to stdout, which the protocol uses. */
export type Log = (line: string) => void;

/**
 * Registers a tool. If the gateway or the tool refuses a request, the model reads it as a tool error. The log has the
 * tool's name and outcome, but no numbers, texts or secrets.
 */
export function registerTool<Input extends z.ZodType, Output extends z.ZodType>(
  server: McpServer,
  log: Log,
  { name, title, description, input, output, annotations, run }: Tool<Input, Output>,
): void {
  const config = { title, description, inputSchema: input, outputSchema: output, annotations };
  const call = async (given: z.output<Input>, context: ServerContext) => {
    const startedAt = performance.now();
    const [answer, outcome] = await run(given, context).then(
      (answer) => [answer, "resultType" in answer ? "asks the person" : "done"] as const,
      (error: unknown) => asResult(error, log),
    );
    log(`${name}: ${outcome} in ${Math.round(performance.now() - startedAt)} ms`);
    return answer;
  };
  server.registerTool(name, config, call as never);
}

function asResult(error: unknown, log: Log): readonly [CallToolResult, string] {
  if (error instanceof ToolRefusal) return [failure(error.code, error.message), error.code];
  if (error instanceof GatewayFailure) {
    const unsure = error.isUndone ? "" : " Its outcome is not known.";
    return [failure(error.code, `${error.message}${unsure}`), error.code];
  }
  log(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return [failure("internal_error", "The MCP server failed. Its log on stderr says why."), "internal_error"];
}
