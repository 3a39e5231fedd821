import { databaseSentence } from "@/server/base/database-sentence";

/** A failure that the operator can fix. Its message is printed as one sentence, without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const SENTENCES = new Set(["CommandError", "MigrationError"]);

/**
 * Runs a command to its end and exits. An expected failure or an error of the database is printed as one sentence,
 * any other error with its stack. All of them exit with 1.
 */
export async function runCommand(command: () => Promise<void>): Promise<never> {
  try {
    await command();
    // The schema engine leaves a timer running that would keep the process for seconds.
    process.exit();
  } catch (error) {
    const isExpected = error instanceof Error && SENTENCES.has(error.name);
    console.error(isExpected ? error.message : (databaseSentence(error) ?? error));
    process.exit(1);
  }
}
