import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { type ClientLanguage, publishedClient } from "@/lib/openapi/clients/published-clients";
import { hasProgram } from "@/tests/support/commands/shell";

/** The options of a client. Durations are in milliseconds in every language. */
export type DrivenOptions = {
  baseUrl: string;
  credentials: { clientId: string; clientSecret: string } | { userId: string; password: string };
  timeoutMs?: number | undefined;
  maxAttempts?: number | undefined;
  maxTotalMs?: number | undefined;
};

/** The fields of a client's error. */
export type DrivenError = {
  code?: string;
  status?: number;
  message?: string;
  requestId?: string | null;
  retryAfter?: number | null;
  /** Only for a webhook request. */
  reason?: string;
  /** The text of an error that is not of the client's own class. */
  unexpected?: string;
};

/** The outcome of a call: its result or its error. The result of an iterator is a list. */
export type CallOutcome = { result?: unknown; error?: DrivenError };

export type DrivenClient = (method: string, request?: object, options?: object) => Promise<CallOutcome>;

/** A running published client in any language. */
export type ClientDriver = {
  make(options: DrivenOptions): Promise<DrivenClient>;
  verify(headers: object, body: string, secrets: string | string[], options?: object): Promise<CallOutcome>;
  close(): Promise<void>;
};

/** The languages of clients. `isHere` is true if this machine runs the language. */
export const CLIENT_LANGUAGES: readonly { language: ClientLanguage; isHere: boolean }[] = [
  { language: "typescript", isHere: true },
  { language: "python", isHere: hasProgram("python3", "--version") },
];

/** Creates a folder with the published client of a language, or with a downloaded text. */
export function clientFolder(
  language: ClientLanguage,
  baseUrl: string,
  downloaded?: string,
): { folder: string; file: string } {
  const folder = mkdtempSync(path.join(tmpdir(), "gateway-client-"));
  const { text, file } = publishedClient(language, baseUrl, { simulated: true });
  writeFileSync(path.join(folder, file), downloaded ?? text);
  return { folder, file: path.join(folder, file) };
}

/**
 * Starts the published client of a language: TypeScript in this process, Python in a process of its own.
 * @param downloaded its text, if it was downloaded.
 */
export function startDriver(language: ClientLanguage, downloaded?: string): Promise<ClientDriver> {
  const { folder, file } = clientFolder(language, "http://default.example", downloaded);
  return language === "typescript" ? typescriptDriver(folder, file) : pythonDriver(folder);
}

/** The used part of the client's module. The compiler checks its own types elsewhere. */
type ClientModule = {
  Gateway: new (options: DrivenOptions) => Record<string, (...given: object[]) => unknown>;
  verifyWebhook(...given: unknown[]): Promise<unknown>;
};

async function typescriptDriver(folder: string, file: string): Promise<ClientDriver> {
  const { Gateway, verifyWebhook } = (await import(file)) as ClientModule;
  const attempted = async (call: () => unknown): Promise<CallOutcome> => {
    try {
      return { result: await call() };
    } catch (error) {
      const { name, code, status, message, requestId, retryAfter, reason } = error as DrivenError & Error;
      if (name === "GatewayError") {
        return { error: { code, status, message, requestId, retryAfter } as DrivenError };
      }
      return {
        error: name === "WebhookError" && reason !== undefined ? { reason } : { unexpected: String(error) },
      };
    }
  };
  return {
    async make(options) {
      const client = new Gateway(options);
      return (method, request = {}, own = {}) =>
        attempted(async () => {
          const given = client[method]?.(...argumentsOf(method, request, own));
          if (!method.startsWith("iterate")) return given;
          const entries: unknown[] = [];
          for await (const entry of given as AsyncIterable<unknown>) entries.push(entry);
          return entries;
        });
    },
    verify: (headers, body, secrets, options = {}) =>
      attempted(() => verifyWebhook(headers, body, secrets, options)),
    close: async () => rmSync(folder, { recursive: true }),
  };
}

/** Returns the arguments of a method. A method without parameters takes only its options. */
const argumentsOf = (method: string, request: object, own: object) =>
  ["readBalance", "readConfiguration"].includes(method) ? [own] : [request, own];

async function pythonDriver(folder: string): Promise<ClientDriver> {
  copyFileSync(path.join(import.meta.dirname, "drive.py"), path.join(folder, "drive.py"));
  const child = spawn("python3", ["drive.py"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  const answers: ((answer: CallOutcome) => void)[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => answers.shift()?.(JSON.parse(line)));
  child.once("close", () => {
    for (const answer of answers) answer({ error: { unexpected: "The program has ended." } });
  });
  const ask = (asked: object) =>
    new Promise<CallOutcome>((resolve) => {
      answers.push(resolve);
      child.stdin.write(`${JSON.stringify(asked)}\n`);
    });
  let count = 0;
  return {
    async make(options) {
      const name = `client${++count}`;
      await ask({ do: "make", name, options });
      return (method, request = {}, own = {}) => ask({ do: "call", name, method, request, options: own });
    },
    verify: (headers, body, secrets, options = {}) => ask({ do: "verify", headers, body, secrets, options }),
    async close() {
      const ended = new Promise((resolve) => child.once("close", resolve));
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
