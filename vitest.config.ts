import { defineConfig } from "vitest/config";
import { writeDerived } from "./scripts/lib/derive.mjs";
import { LongestFirst } from "./tests/support/longest-first.ts";
import { Reporter } from "./tests/support/tiers/reporter.ts";
import { readTestFiles } from "./tests/support/tiers/test-files.ts";

// The projects of the tests, sorted by their needs. `npm test` runs the first four, `npm run test:all` all of them.

/** The tests of routes that the Node server answers itself: it answers their calls. */
const SERVED = [
  "app/{gateway,send.php,email,healthz}/**/*.test.ts",
  "lib/http/limits/rate-limit.test.ts",
  "lib/integrations/kinds/*.test.ts",
];

/** Tests that need a process of their own: they replace modules, load them again, or test the process itself. */
const APART = [
  "app/_session/first-reads.test.ts",
  "app/api/inngest/*.test.ts",
  "inngest/**/*.test.ts",
  "lib/auth/passwords/new-passwords.test.ts",
  "lib/jobs/prepare-cell.test.ts",
  "lib/http/sessions/session-holder.test.ts",
  "lib/jobs/clock/follow-clock.test.ts",
  "server/base/log-without-reader.test.ts",
  "server/http/connections/take-connections.test.ts",
  "server/workers/bound-heap.test.ts",
];

/** Tests that start deployed commands and servers, stop and kill them. */
const PROCESSES = [
  "app/docs/published-samples.test.ts",
  "app/docs/**/clients/samples.test.ts",
  "lib/cells/move/killed-moves.test.ts",
  "lib/openapi/client-generators.test.ts",
  "lib/openapi/clients/{built-clients,client-calls}.test.ts",
  "scripts/{account-inngest,backup,commands,documented-commands,mcp,portability,published-commands}.test.ts",
  "scripts/lib/embedded-commands.test.ts",
  "server/postgres/{data-lock,supervisor}.test.ts",
  "tests/server/*.test.ts",
];

/** Tests of very many inputs, of peers with every fault, of input as large as a limit, and of operations on cells. */
const THOROUGH = [
  "app/api/members/{contacts/large-import,events/over-cells,view/elsewhere}.test.ts",
  "app/api/whole-commits.test.ts",
  "app/docs/**/signatures/samples.test.ts",
  "lib/backup/*.test.ts",
  "lib/carriers/{http,smpp}/faults*.test.ts",
  "lib/carriers/process/smpp-silent.test.ts",
  "lib/carriers/smpp/standing/faults-standing.test.ts",
  "lib/cells/{manage,move}/*.test.ts",
  "lib/contracts/samples/languages.test.ts",
  "lib/db/migrations/*-migration.test.ts",
  "lib/http/{hostile-texts,random-requests,strangers}.test.ts",
  "lib/numbers/import-ported.test.ts",
  "lib/smpp/session/{faults-*,random-peer}.test.ts",
  "lib/webhooks/delivery/http/*-failures.test.ts",
  "scripts/lib/cells-command.test.ts",
  "server/workers/calm.test.ts",
  "tests/support/text-functions.test.ts",
  "**/linear-time.test.ts",
];

/** Tests that also run over cells that are schemas of one database. */
const OVER_SCHEMAS = [
  "lib/cells/two-cells.test.ts",
  "lib/cells/manage/add-cell.test.ts",
  "lib/cells/move/move-account.test.ts",
];

/** The tests of the API, which run for accounts of another cell than home as well, on another server and on a cluster. */
const IN_A_CELL = [
  "app/gateway/{auth,billing,configure,mo,number,sms,unsubscribes}/**/*.test.ts",
  "app/send.php/**/*.test.ts",
];

/** Tests of everything that Next may change: requests and responses, refusals at each route, streams, files and large bodies. */
const THROUGH_NEXT = [
  "app/{email,healthz,send.php}/**/*.test.ts",
  "app/gateway/carriers/signatures.test.ts",
  "lib/integrations/kinds/storefront.test.ts",
  "app/simulator/**/*.test.ts",
  "app/api/admin/{refusal.test.ts,figures/**/*.test.ts}",
  "app/api/members/{roles.test.ts,{events,password,people,send,sessions,sign-up}/**/*.test.ts}",
  "app/api/members/{billing/{ledger,statement},contacts/import,messages/export}/**/*.test.ts",
];

/** Tests of routes that only Next answers. */
const NEXT_ALONE = ["app/{next-adapter,api/paths,gateway/refused}.test.ts"];

writeDerived();
const files = readTestFiles();
const resultsFile = process.env.TEST_RESULTS_FILE;
const resolve = { alias: { "@": import.meta.dirname } };

const WITH_DATABASE = "tests/support/tiers/with-database.ts";
const WITH_BUILD = "tests/support/tiers/with-build.ts";

type Project = {
  include: string[];
  exclude?: string[];
  /** Runs before the first file of the project. */
  globalSetup?: string[];
  /** True if each file has a process of its own. */
  isApart?: boolean;
  server?: "none" | "own" | "next";
  cells?: "databases" | "schemas" | "servers" | "cluster";
  accounts?: "at home" | "in a cell";
};

function project(name: string, given: Project) {
  const { include, exclude = [], globalSetup = [WITH_DATABASE], isApart = false } = given;
  const { server = "none", cells = "databases", accounts = "at home" } = given;
  return {
    resolve,
    test: {
      name,
      include,
      exclude: ["**/node_modules/**", ...exclude],
      isolate: isApart,
      environment: "node" as const,
      globalSetup,
      provide: { gives: globalSetup.length === 0 ? "nothing" : "database", server, cells, accounts } as const,
      setupFiles: ["tests/support/tiers/each-file.ts"],
      env: {
        AUTH_SECRET: "a secret of the tests, and of nothing else",
        LOG_LEVEL: "silent",
      },
      // Those apart start process after process, several files side by side.
      testTimeout: isApart ? 480_000 : 120_000,
      hookTimeout: isApart ? 480_000 : 120_000,
      // A busy machine takes its time; nothing waits longer than it must.
      expect: { poll: { timeout: 30_000 } },
    },
  };
}

/** The tests with projects of their own. */
const ELSEWHERE = [...SERVED, ...APART, ...PROCESSES, ...THOROUGH, ...NEXT_ALONE];

export default defineConfig({
  resolve,
  test: {
    projects: [
      project("unit", { include: files.unit, exclude: ELSEWHERE, globalSetup: [] }),
      project("database", { include: files.database, exclude: ELSEWHERE }),
      project("server", { include: SERVED, exclude: NEXT_ALONE, server: "own" }),
      project("apart", { include: APART, isApart: true }),
      project("thorough", { include: THOROUGH, exclude: [...APART, ...PROCESSES] }),
      project("processes", { include: PROCESSES, isApart: true, globalSetup: [WITH_DATABASE, WITH_BUILD] }),
      project("over schemas", { include: OVER_SCHEMAS, cells: "schemas" }),
      project("in a cell", {
        include: IN_A_CELL,
        globalSetup: [WITH_DATABASE, "tests/support/servers/other-server.ts"],
        server: "own",
        cells: "servers",
        accounts: "in a cell",
      }),
      project("on a cluster", {
        include: IN_A_CELL,
        globalSetup: [WITH_DATABASE, "tests/support/servers/cluster.ts"],
        server: "own",
        cells: "cluster",
        accounts: "in a cell",
      }),
      project("through Next", {
        include: [...THROUGH_NEXT, ...NEXT_ALONE],
        globalSetup: [WITH_DATABASE, WITH_BUILD],
        server: "next",
      }),
    ],
    // A run reads the modules that earlier runs have compiled.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
    // Without it the last to begin are the small files, and some of these take a minute.
    sequence: { sequencer: LongestFirst },
    // Mostly they wait for the database, which is a process of its own.
    maxWorkers: "100%",
    // Next says each time that it has read its settings.
    onConsoleLog: (line) => !line.includes("Running next.config.ts"),
    // Whole runs go side by side: each says a line for a file, and draws nothing.
    reporters: resultsFile
      ? [new Reporter({ summary: false }), ["json", { outputFile: resultsFile }]]
      : [new Reporter()],
  },
});
