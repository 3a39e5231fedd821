import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Looks for what keeps somebody from reading or using a page. Announcements are named by elements that come and go, and
 * a notice that fades out is neither to be read nor to be used any more: both are left out.
 */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).exclude("[data-live-announcer]").exclude("[data-exiting]");
}
