import { expect } from "@playwright/test";
import { intercept } from "@/e2e/intercept";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

test("a page whose code the server no longer has says so, and is mended by loading it again", async ({
  page,
}) => {
  await signIn(page, "/api-keys");
  const create = page.getByRole("main").getByRole("button", { name: "Create key" });
  const code = "**/_next/static/chunks/**";
  const bringBack = await intercept(page, code, (route) => route.fulfill({ status: 404 }));
  await create.click();
  const notice = page.getByRole("alert").filter({ hasText: "This page is out of date." });
  await expect(notice).toBeVisible({ timeout: 20_000 });
  await expect(create).toBeVisible();

  bringBack();
  await notice.getByRole("button", { name: "Reload" }).click();
  await expect(notice).toHaveCount(0);
  // The button is visible before its code is loaded.
  await expect(async () => {
    await create.click();
    await expect(page.getByRole("dialog", { name: "Create key" })).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
