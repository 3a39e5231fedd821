import { readdirSync } from "node:fs";
import path from "node:path";
import type { MemberRoute } from "@/lib/contracts/members/operation";
import { ROOT } from "@/server/base/root";

/** All declared operations of the Members Area. */
export const MEMBER_ROUTES = await routesBelow("lib/contracts/members");

/** All declared operations of Administration. */
export const ADMIN_ROUTES = await routesBelow("lib/contracts/admin");

async function routesBelow(folder: string): Promise<readonly MemberRoute[]> {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" });
  const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const modules = await Promise.all(sources.map((file) => import(path.join(ROOT, folder, file))));
  return modules.flatMap((module) => Object.values(module)).filter(isRoute);
}

function isRoute(value: unknown): value is MemberRoute {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}
