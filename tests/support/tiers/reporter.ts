import { DefaultReporter } from "vitest/node";

/** Reports as vitest does. Where no file matches, vitest would list the patterns of every project: this names the other tier. */
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
