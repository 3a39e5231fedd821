import { describeError, log } from "@/lib/log";

/**
 * Writes Inngest's log lines into ours. It keeps only the error of their data: the rest may contain a request, and so a
 * key.
 */
export const inngestLogger = {
  debug: (...args: unknown[]) => log().debug(fieldsOf(args), textOf(args)),
  info: (...args: unknown[]) => log().info(fieldsOf(args), textOf(args)),
  warn: (...args: unknown[]) => log().warn(fieldsOf(args), textOf(args)),
  error: (...args: unknown[]) => {
    const text = textOf(args);
    // A rejected request is no failure of ours, and its stack does not help.
    if (REFUSALS.some((refusal) => text.startsWith(refusal))) log().warn({ reason: reasonOf(args) }, text);
    else log().error(fieldsOf(args), text);
  },
};

/** The beginnings of the messages of Inngest's client about requests that it rejects. */
const REFUSALS = ["Signature validation failed", "Missing body when", "Received unhandled HTTP method"];

/** Returns the client's reason, which contains nothing of the request. */
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
