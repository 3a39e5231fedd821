import { DefaultReporter } from "vitest/node";

/**
 * Reports as vitest does. If no file matches, vitest would list the patterns of every project, and this
 * reporter names the other tier instead.
 */
export class Reporter extends DefaultReporter {
  override onTestRunEnd(...args: Parameters<DefaultReporter["onTestRunEnd"]>): void {
    const [modules, errors] = args;
    if (modules.length > 0 || errors.length > 0) super.onTestRunEnd(...args);
    else
      console.error(
        "No test file matches. `npm run test:all -- PATH` runs those that `npm test` leaves out.",
      );
  }
}
