import { describe, expect, it } from "vitest";
import { ROOT } from "@/server/base/root";
import { readSources } from "@/tests/support/house/folders";
import { forbiddenImports } from "@/tests/support/house/imports";

const FOLDERS = ["app", "bench", "components", "e2e", "inngest", "lib", "scripts", "server", "tests"];

it("imports go down the floors of the project", () => {
  const sources = readSources(ROOT, FOLDERS);
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.flatMap(({ file, text }) => forbiddenImports(file, text))).toEqual([]);
});

describe("forbiddenImports", () => {
  it.each([
    ["lib/clock.ts", "@/lib/db/client"],
    ["lib/clock.ts", "./db/client"],
    ["lib/parsing/turns.ts", "@/lib/http/handler"],
    ["lib/db/client.ts", "@/lib/smpp/pdu/pdu"],
    ["lib/db/cells/cells.ts", "@/lib/carriers/registry"],
    ["lib/ledger/top-up.ts", "@/lib/auth/keys"],
    ["lib/replies/answers/act.ts", "@/lib/inbound/receive"],
    ["lib/messages/accept/accept.ts", "@/lib/jobs/local"],
    ["lib/auth/keys.ts", "@/lib/accounts/create-account"],
    ["lib/jobs/local.ts", "@/lib/openapi/document"],
    ["lib/http/handler.ts", "@/app/page"],
    ["lib/http/handler.ts", "@/lib/cells/move/run-move"],
    ["scripts/account.ts", "@/lib/cells/manage/add-cell"],
    ["lib/http/handler.ts", "@/inngest/client"],
    ["lib/http/handler.ts", "@/server/base/root"],
    ["lib/http/handler.ts", "@/tests/support/carrier"],
    ["lib/smpp/link.ts", "@/lib/clock"],
    ["lib/sms/nz-time.ts", "@/lib/clock"],
    ["lib/sms/nz-time.ts", "node:fs"],
    ["lib/contracts/operation.ts", "react"],
    ["lib/contracts/operation.ts", "@prisma/client/runtime"],
    ["lib/new/file.ts", "@/lib/clock"],
    ["app/gateway/sms/out/route.ts", "next/server"],
    ["app/send.php/route.ts", "next"],
    ["app/page.tsx", "@/server/base/root"],
    ["components/ui/field.tsx", "@/lib/clock"],
    ["components/ui/field.test.tsx", "@/tests/support/carrier"],
    ["inngest/client.ts", "@/components/ui/field"],
    ["scripts/mcp/server.ts", "@/lib/db/client"],
  ])("refuses %s → %s", (file, name) => {
    const source = `import path from "path";\nimport {\n  something,\n} from "${name}";\n`;
    expect(forbiddenImports(file, source)).toEqual([expect.stringContaining(`${file}:4 imports ${name}: `)]);
  });

  it.each(['export * from "NAME";', 'import type { A } from "NAME";', 'const a = await import("NAME");'])(
    "sees %s",
    (source) => {
      expect(forbiddenImports("lib/clock.ts", source.replace("NAME", "@/lib/db/client"))).toHaveLength(1);
    },
  );

  it.each([
    ["lib/db/client.ts", "@/lib/crypto/secrets"],
    ["lib/db/client.ts", "pg"],
    ["lib/carriers/smpp/link.ts", "@/lib/smpp/pdu/pdu"],
    ["lib/jobs/start-process.ts", "@/lib/cells/move/watch-moves"],
    ["scripts/cells.ts", "@/lib/cells/manage/add-cell"],
    ["lib/sms/nz-time.ts", "@/lib/contracts/base/values"],
    ["lib/sms/nz-time.test.ts", "node:fs"],
    ["lib/http/handler.test.ts", "@/app/gateway/sms/out/route"],
    ["app/api/inngest/route.ts", "next/server"],
    ["components/money.tsx", "@/lib/money"],
    ["server/http/serve.ts", "@/app/gateway/sms/out/route"],
    ["tests/server/cells.test.ts", "@/server/base/root"],
  ])("accepts %s → %s", (file, name) => {
    expect(forbiddenImports(file, `import { something } from "${name}";`)).toEqual([]);
  });
});
