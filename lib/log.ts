import pino from "pino";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

const current = processWide("gatewayLog", () => {
  for (const stream of [process.stdout, process.stderr]) stream.off("error", ignore).on("error", ignore);
  return openLog(env().logLevel, process.stdout);
});

/** Ignores errors of a pipe whose reader has gone. They must not end the server, and cannot be logged there. */
function ignore(): void {}

/**
 * Returns the process's structured log, which writes one JSON object a line to standard output (rules: logs). Never
 * log a request, a URL with its query string, a credential or the text of a message. Log ids and counts.
 */
export function log(): pino.Logger {
  return current.value;
}

/** Replaces the process's log, or reopens it. */
export function setLog(replacement: pino.Logger | undefined): void {
  current.value = replacement;
}

/** Opens a log that writes entries of at least `level` to a stream. */
export function openLog(level: string, stream: pino.DestinationStream): pino.Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // `describeError` has already selected the loggable fields of the error.
      serializers: { err: (described) => described },
      formatters: { level: (label) => ({ level: label }) },
      // A second fence: these fields never reach a line, even in a logged object.
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

/**
 * Returns the loggable fields of an error. A database error's own fields may hold a row, and with it the text of a
 * message.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: "a value that is no error was thrown" };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack };
}
