import { expect, it } from "vitest";
import { useTestDatabase } from "@/tests/support/database/database";
import { PATH_CASES } from "@/tests/support/server/member-paths";
import { askTestedServer } from "@/tests/support/server/tested-server";

useTestDatabase();

it.each(PATH_CASES)("$method $path is answered with $status", async ({ method, path, status, allow }) => {
  const headers = { host: "gateway.test", "sec-fetch-site": "same-origin" };
  const answer = await askTestedServer({ method, path, headers });
  expect([answer.status, answer.headers.get("allow")]).toEqual([status, allow]);
  expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
});
