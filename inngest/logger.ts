import { describeError, log } from "@/lib/log";

/**
 * Inngest's log lines in ours. Of what comes with them only an error is kept: the rest may hold a request, and so a
 * key.
 */
export const inngestLogger = {
  debug: (...args: unknown[]) => log().debug(fieldsOf(args), textOf(args)),
  info: (...args: unknown[]) => log().info(fieldsOf(args), textOf(args)),
  warn: (...args: unknown[]) => log().warn(fieldsOf(args), textOf(args)),
  error: (...args: unknown[]) => {
    const text = textOf(args);
    // Anybody can be refused: that is no failure of ours, and the stack leads nowhere.
    if (REFUSALS.some((refusal) => text.startsWith(refusal))) log().warn({ reason: reasonOf(args) }, text);
    else log().error(fieldsOf(args), text);
  },
};

/** What Inngest's client says of requests that it refuses. */
const REFUSALS = ["Signature validation failed", "Missing body when", "Received unhandled HTTP method"];

/** Why, in the words of the client; they hold nothing of the request. */
function reasonOf(args: readonly unknown[]): string | undefined {
  const { err } = Object(args[0]) as { err?: unknown };
  return err instanceof Error ? err.message : undefined;
}

function textOf(args: readonly unknown[]): string {
  return args.find((arg) => typeof arg === "string") ?? "inngest";
}

function fieldsOf(args: readonly unknown[]): object {
  const first = args[0];
  const error = first !== null && typeof first === "object" && "err" in first ? first.err : first;
  return error instanceof Error ? { err: describeError(error) } : {};
}
