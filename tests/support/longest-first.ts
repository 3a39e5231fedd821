import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The slowest files, slowest first. A slow file that begins late would run alone at the end. */
export const LONGEST: readonly string[] = [
  "tests/server/two-servers.test.ts",
  "tests/server/workers-hang.test.ts",
  "tests/server/workers.test.ts",
  "tests/server/crash.test.ts",
  "tests/server/stop.test.ts",
  "tests/server/embedded.test.ts",
  "tests/server/workers-killed.test.ts",
  "tests/server/webhook-crash.test.ts",
  "tests/server/carrier-kills.test.ts",
  "scripts/documented-commands.test.ts",
  "scripts/commands.test.ts",
  "tests/server/skewed-servers.test.ts",
  "tests/server/edge.test.ts",
  "scripts/portability.test.ts",
  "tests/server/mounted-routes.test.ts",
  "server/postgres/data-lock.test.ts",
  "scripts/published-commands.test.ts",
  "scripts/backup.test.ts",
  "lib/http/hostile-texts.test.ts",
  "lib/backup/backup.test.ts",
  "lib/webhooks/delivery/pump-slots.test.ts",
  "lib/openapi/client-generators.test.ts",
  "lib/sms/linear-time.test.ts",
  "lib/carriers/document/apply-document.test.ts",
  "lib/smpp/session/faults-link.test.ts",
  "lib/smpp/session/faults-requests.test.ts",
  "lib/numbers/import-ported.test.ts",
  "lib/messages/retention/purge-old.test.ts",
  "app/api/members/contacts/large-import.test.ts",
  "app/gateway/sms/balance/route.test.ts",
  "lib/integrations/kinds/workflow.test.ts",
  "lib/messages/query/plans.test.ts",
  "lib/openapi/clients/client-calls.test.ts",
];

/** Starts the slowest files first; the others follow in the order of vitest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.indexOf(path.relative(project.config.root, moduleId).replaceAll(path.sep, "/"));
      return place === -1 ? LONGEST.length : place;
    };
    return usual.sort((a, b) => rank(a) - rank(b));
  }
}
