import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { signIn } from "@/e2e/sign-in";

const OPEN = ["/", "/sign-in", "/forgot-password", "/reset-password?token=x", "/docs", "/docs/first-message"];

const MEMBERS = [
  "/overview",
  "/send",
  "/messages",
  "/inbox",
  "/blocked-numbers",
  "/domains",
  "/api-keys",
  "/webhooks",
  "/integrations",
  "/billing",
  "/settings",
  "/handset",
];

for (const colorScheme of ["light", "dark"] as const) {
  test(`every page can be read by everybody, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found: Record<string, string[]> = {};
    const look = async (place: string) => {
      await page.goto(place);
      await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
        .analyze();
      const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
      if (told.length > 0) found[place] = told;
    };
    for (const place of OPEN) await look(place);
    await signIn(page, "/settings");
    for (const place of MEMBERS) await look(place);
    expect(found).toEqual({});
  });
}
