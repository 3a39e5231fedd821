import { databaseSentence } from "@/server/base/database-sentence";

/** A failure that the operator can mend. Its message is the one sentence that is printed, without a stack. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const SENTENCES = new Set(["CommandError", "MigrationError"]);

/**
 * Runs a command to its end and exits. An expected failure and a refusal of the database are printed as one sentence,
 * any other error with its stack. All exit with 1.
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
