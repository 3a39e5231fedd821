import { expect, it } from "vitest";
import { LISTS } from "@/scripts/lib/lists.mjs";

it("lists every file of endpoints by the name of its folder", () => {
  const list = LISTS["app/api/members/generated/endpoints.ts"]();
  expect(list).toContain(
    'import { API_KEYS_ENDPOINTS } from "@/app/api/members/api-keys/endpoints";\n' +
      'import { AUTO_REPLIES_ENDPOINTS } from "@/app/api/members/auto-replies/endpoints";\n',
  );
  expect(list).toContain("export const ENDPOINTS = [ACTIVITY_ENDPOINTS, API_KEYS_ENDPOINTS,");
});

it("lists the modules of contracts in all folders, without their tests", () => {
  const contracts = LISTS["components/members/generated/contracts.ts"]();
  expect(contracts).toContain('typeof import("@/lib/contracts/admin/accounts")');
  expect(contracts).toContain('typeof import("@/lib/contracts/members/sending/templates")');
  expect(contracts).not.toMatch(/\.test|\.ts"/);
});
