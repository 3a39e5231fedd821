import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandError } from "@/server/base/command-error";

/** The most characters of a secret that are read. */
const MAX_CHARACTERS = 4_096;

/** The terminal or file with the secret. */
export type SecretSource = NodeJS.ReadableStream & { isTTY?: boolean };

/**
 * Reads a secret, which must not be an argument: other users of the machine see arguments in the list of processes. At
 * a terminal it asks twice and hides the answers. Otherwise it reads the first line of standard input.
 * @param name of the secret, for the questions and errors.
 * @throws CommandError if the input has no line, or if the two answers differ.
 */
export async function readSecret(name: string, input: SecretSource = process.stdin): Promise<string> {
  if (!input.isTTY) return firstLine(name, input);
  const secret = await ask(`${name}: `, input);
  if ((await ask(`${name} again: `, input)) === secret) return secret;
  throw new CommandError(`The two answers differ. Nothing was changed.`);
}

async function firstLine(name: string, input: SecretSource): Promise<string> {
  let text = "";
  for await (const chunk of input) {
    text += chunk;
    if (text.includes("\n") || text.length > MAX_CHARACTERS) break;
  }
  const line = (text.split("\n", 1)[0] ?? "").replace(/\r$/, "");
  if (line === "") throw new CommandError(`${name} is missing: standard input is empty.`);
  return line;
}

async function ask(question: string, input: SecretSource): Promise<string> {
  process.stderr.write(question);
  // The terminal echoes through this stream, which drops everything.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output, terminal: true, historySize: 0 });
  try {
    return await new Promise<string>((resolve, reject) => {
      terminal.once("line", resolve);
      terminal.once("SIGINT", () => reject(new CommandError("Nothing was changed.")));
      terminal.once("close", () => reject(new CommandError("Nothing was changed.")));
    });
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
