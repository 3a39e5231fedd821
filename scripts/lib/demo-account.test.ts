import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { createDemo } from "@/scripts/lib/create-demo";
import { demoAccount } from "@/scripts/lib/demo-account";
import { useTestDatabase } from "@/tests/support/database/database";

useTestDatabase();

const newFolder = () => mkdtempSync(path.join(tmpdir(), "gateway-demo-"));
const url = () => process.env.DATABASE_URL as string;

it("is made once, and shown with the same password ever after", async () => {
  const folder = newFolder();
  const made = await demoAccount(folder, url(), createDemo);
  expect(made).toEqual({ userId: "demo@example.com", password: expect.stringMatching(/^[\w-]{32}$/) });
  const again = vi.fn();
  expect(await demoAccount(folder, url(), again)).toEqual(made);
  expect(again).not.toHaveBeenCalled();
  expect(await db().prisma.account.count()).toBe(1);
});

it("is neither made nor shown where the accounts were made in another way", async () => {
  await db().prisma.account.updateMany({ data: { email: "shop@example.com" } });
  const create = vi.fn();
  expect(await demoAccount(newFolder(), url(), create)).toBeNull();
  expect(create).not.toHaveBeenCalled();
});
