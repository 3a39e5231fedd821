import pino from "pino";
import { env } from "@/lib/env";

let logger: pino.Logger | undefined;

/**
 * The process's structured log, one JSON object a line on standard output.
 * Never hand it a request, a URL with its query string, a credential or the text of a message: log ids and counts.
 */
export function log(): pino.Logger {
  logger ??= pino({
    level: env().logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // A second fence: these never reach a line even when somebody logs an object that holds them.
    redact: {
      paths: ["password", "client_secret", "authorization", "body", "*.password", "*.body", "*.authorization"],
      remove: true,
    },
  });
  return logger;
}
