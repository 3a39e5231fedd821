import { describeError, log } from "@/lib/log";

/**
 * Inngest's log lines in ours. Of what comes with them only an error is kept: the rest may hold a request, and so a
 * key.
 */
export const inngestLogger = {
  debug: (...args: unknown[]) => log().debug(fieldsOf(args), textOf(args)),
  info: (...args: unknown[]) => log().info(fieldsOf(args), textOf(args)),
  warn: (...args: unknown[]) => log().warn(fieldsOf(args), textOf(args)),
  error: (...args: unknown[]) => log().error(fieldsOf(args), textOf(args)),
};

function textOf(args: readonly unknown[]): string {
  return args.find((arg) => typeof arg === "string") ?? "inngest";
}

function fieldsOf(args: readonly unknown[]): object {
  const first = args[0];
  const error = first !== null && typeof first === "object" && "err" in first ? first.err : first;
  return error instanceof Error ? { err: describeError(error) } : {};
}
