import pino from "pino";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

const current = processWide("gatewayLog", () => {
  for (const stream of [process.stdout, process.stderr]) stream.off("error", ignore).on("error", ignore);
  return openLog(env().logLevel, process.stdout);
});

/** A pipe whose reader is gone: nobody reads what is written, and that must not end what serves, nor be written there. */
function ignore(): void {}

/**
 * The process's structured log, one JSON object a line on standard output (rules: logs).
 * Never hand it a request, a URL with its query string, a credential or the text of a message: log ids and counts.
 */
export function log(): pino.Logger {
  return current.value;
}

/** Replaces the process's log, or has it opened anew. */
export function setLog(replacement: pino.Logger | undefined): void {
  current.value = replacement;
}

/** A log that writes to a stream what is of `level` or graver. */
export function openLog(level: string, stream: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // `describeError` has said already what of an error is told.
      serializers: { err: (described) => described },
      formatters: { level: (label) => ({ level: label }) },
      // A second fence: these never reach a line even when somebody logs an object that holds them.
      redact: {
        paths: [
          "password",
          "client_secret",
          "authorization",
          "body",
          "*.password",
          "*.body",
          "*.authorization",
        ],
        remove: true,
      },
    },
    stream,
  );
}

/** What of an error may be logged. A database error's own fields may hold a row, and so the text of a message. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: "something that is not an error was thrown" };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack };
}
