import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

/** The tests of what our own server answers by itself. */
const MOUNTED = [
  "app/{gateway,send.php,email,healthz}/**/*.test.ts",
  "lib/http/limits/rate-limit.test.ts",
  "lib/integrations/kinds/*.test.ts",
];

/**
 * The tests of the Members Area and administration that Next may change: who is refused at each route, cookies, streams,
 * files and large bodies. What else these routes do is the same whoever calls them.
 */
const THROUGH_NEXT = [
  "app/simulator/**/*.test.ts",
  "app/api/admin/{refusal.test.ts,figures/**/*.test.ts}",
  "app/api/members/{roles.test.ts,{events,password,people,send,sessions,sign-up}/**/*.test.ts}",
  "app/api/members/{billing/{ledger,statement},contacts/import,messages/export}/**/*.test.ts",
];

/** What is run, by what answers the calls: the API's tests run against servers too, with the same expectations. */
const TESTS = {
  none: ["{app,bench,components,inngest,lib,scripts,server,tests}/**/*.test.{ts,tsx}"],
  own: MOUNTED,
  next: [...MOUNTED, ...THROUGH_NEXT],
};

/** What needs a process of its own: it replaces modules, loads them anew, or is about the process itself. */
const APART = [
  "app/_session/first-reads.test.ts",
  "app/api/inngest/*.test.ts",
  "app/docs/published-samples.test.ts",
  "app/docs/**/clients/samples.test.ts",
  "inngest/**/*.test.ts",
  "lib/auth/passwords/new-passwords.test.ts",
  "lib/cells/manage/prepare-cell.test.ts",
  "lib/cells/move/killed-moves.test.ts",
  "lib/http/sessions/session-holder.test.ts",
  "lib/jobs/clock/follow-clock.test.ts",
  "scripts/{account-inngest,backup,commands,documented-commands,portability,published-commands}.test.ts",
  "scripts/lib/embedded-commands.test.ts",
  "server/base/log-without-reader.test.ts",
  "server/http/connections/take-connections.test.ts",
  "server/postgres/{data-lock,supervisor}.test.ts",
  "server/workers/bound-heap.test.ts",
  "tests/server/*.test.ts",
];

/** What may differ where cells are schemas of one database: these run over such cells as well. */
const OVER_SCHEMAS = [
  "lib/cells/two-cells.test.ts",
  "lib/cells/manage/add-cell.test.ts",
  "lib/cells/move/move-account.test.ts",
];

/** The tests of the API, which run for accounts of another cell than home as well. */
const IN_A_CELL = [
  "app/gateway/{auth,billing,configure,mo,number,sms,unsubscribes}/**/*.test.ts",
  "app/send.php/**/*.test.ts",
];

const server = (process.env.TEST_SERVER || "none") as keyof typeof TESTS;
if (!(server in TESTS)) throw new Error(`TEST_SERVER is ${server}: it must be own or next.`);

const resultsFile = process.env.TEST_RESULTS_FILE;

const resolve = { alias: { "@": import.meta.dirname } };

type Files = { include: string[]; exclude?: string[] };
type Cells = "databases" | "schemas" | "servers";
type Accounts = "at home" | "in a cell";

/** TEST_CELLS=schemas has every test of cells run over schemas. */
const cellsOfRun: Cells = process.env.TEST_CELLS === "schemas" ? "schemas" : "databases";

/** Some of the tests, in processes that they share, or each file in one of its own. */
function project(
  name: string,
  isolate: boolean,
  { include, exclude = [] }: Files,
  { cells = cellsOfRun, accounts = "at home" as Accounts } = {},
) {
  return {
    resolve,
    test: {
      ...{ name, isolate, include, exclude: ["**/node_modules/**", ...exclude] },
      environment: "node" as const,
      provide: { server, cells, accounts },
      setupFiles: ["tests/support/server/setup.ts"],
      env: {
        AUTH_SECRET: "a secret of the tests, and of nothing else",
        LOG_LEVEL: "silent",
      },
      // Those apart start process after process, several files side by side.
      testTimeout: isolate ? 480_000 : 120_000,
      hookTimeout: isolate ? 480_000 : 120_000,
      // A busy machine takes its time; nothing waits longer than it must.
      expect: { poll: { timeout: 30_000 } },
    },
  };
}

/** The tests of the API for accounts of a cell, which is on a server of its own. */
function inACell() {
  const { test, ...rest } = project(
    "in a cell",
    false,
    { include: IN_A_CELL },
    { cells: "servers", accounts: "in a cell" },
  );
  return { ...rest, test: { ...test, globalSetup: ["tests/support/servers/other-server.ts"] } };
}

export default defineConfig({
  resolve,
  test: {
    projects: [
      project("together", false, { include: TESTS[server], exclude: APART }),
      // Every one of these answers its calls by itself.
      ...(server === "none"
        ? [
            project("apart", true, { include: APART }),
            project("over schemas", false, { include: OVER_SCHEMAS }, { cells: "schemas" }),
            inACell(),
          ]
        : []),
    ],
    // What one run has compiled, the next one reads.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
    // Without it the last to begin are the small files, and some of these take a minute.
    sequence: { sequencer: LongestFirst },
    globalSetup: ["tests/support/server/global-setup.ts"],
    // Mostly they wait for the database, which is a process of its own.
    maxWorkers: "100%",
    // Next says each time that it has read its settings.
    onConsoleLog: (line) => !line.includes("Running next.config.ts"),
    // Whole runs go side by side: each says a line for a file, and draws nothing.
    reporters: resultsFile
      ? [
          ["default", { summary: false }],
          ["json", { outputFile: resultsFile }],
        ]
      : ["default"],
  },
});
