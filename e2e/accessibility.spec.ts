import { expect, type Page } from "@playwright/test";
import { watchArrivals } from "@/e2e/arrival/watch-arrivals";
import { axeOf, linesOf, RULES, RULES_OF_COLOUR, showIn } from "@/e2e/axe";
import { ADMINISTRATOR, ownAccount } from "@/e2e/own-account";
import { livedIn } from "@/e2e/shell/lived-in";
import { navigatedPages } from "@/e2e/shell/navigated-pages";
import { smallTargets } from "@/e2e/shell/targets";
import { enter } from "@/e2e/sign-in";
import { test, WALK } from "@/e2e/test";
import { INTEGRATION_KINDS } from "@/lib/contracts/integrations/integration-kind";

const OPEN = [
  "/",
  "/sign-in",
  "/sign-up",
  "/forgot-password",
  "/reset-password?token=x",
  "/join?token=x",
  "/no-such-page",
  "/docs",
  "/docs/first-message",
  "/docs/clients",
  "/docs/assistants",
  "/docs/errors",
  "/docs/reference",
  "/docs/reference/send-message",
  "/status",
];

/** The widths and colour schemes in which pages are checked. A page is loaded in the first one. */
const ALL_LOOKS = [
  [390, "light"],
  [390, "dark"],
  [1440, "dark"],
  [1440, "light"],
] as const;
const [FIRST_LOOK] = ALL_LOOKS;
const LOOKS = process.env.E2E_LOOKS === "first" ? [FIRST_LOOK] : ALL_LOOKS;

test.describe.configure({ mode: "parallel", timeout: 180_000 });

/**
 * Collects the faults of pages: in the way they load on a phone, and in their content on a phone and on a
 * desktop, in light and in dark. Each page is loaded once.
 */
async function look(page: Page, places: readonly string[]): Promise<void> {
  const found: string[] = [];
  const arrivals = await watchArrivals(page);
  for (const place of places) {
    await page.emulateMedia({ colorScheme: FIRST_LOOK[1] });
    await page.setViewportSize({ width: FIRST_LOOK[0], height: 900 });
    await arrivals.open(place);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    for (const seen of LOOKS) {
      const [width, colorScheme] = seen;
      await page.setViewportSize({ width, height: 900 });
      if (seen !== FIRST_LOOK) await showIn(page, colorScheme);
      const faults = [...(await sizeFaults(page)), ...(await axeFaults(page, colorScheme))];
      for (const fault of faults) found.push(`${place} at ${width}, ${colorScheme}: ${fault}`);
      if (seen !== FIRST_LOOK) continue;
      found.push(...(await arrivals.faults()));
      for (const target of await smallTargets(page)) found.push(`${place}: ${target}`);
    }
  }
  expect(found).toEqual([]);
}

async function axeFaults(page: Page, colorScheme: "light" | "dark"): Promise<string[]> {
  const axe = await axeOf(page);
  if (colorScheme === "dark") axe.withRules(RULES_OF_COLOUR);
  else axe.withTags(RULES);
  return linesOf((await axe.analyze()).violations);
}

async function sizeFaults(page: Page): Promise<string[]> {
  const tooWide = await widthOver(page);
  const cut = (await cutOff(page)).map((name) => `${name} is cut off`);
  return [...(tooWide > 0 ? [`it is ${tooWide} too wide: ${await beyondEdge(page)}`] : []), ...cut];
}

/** Returns the innermost elements that reach beyond the right edge of a page. */
function beyondEdge(page: Page): Promise<string> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const beyond = (element: Element) => element.getBoundingClientRect().right > edge + 1;
    const innermost = [...document.querySelectorAll("main *")].filter(
      (element) => beyond(element) && ![...element.children].some(beyond),
    );
    const named = innermost.map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`);
    return named.slice(0, 5).join(", ");
  });
}

/**
 * Returns the difference between the width of a page and its window, after charts have taken the window's
 * size.
 */
async function widthOver(page: Page): Promise<number> {
  const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  await page.waitForFunction(fits, undefined, { timeout: 3_000 }).catch(() => {});
  return page.evaluate(over);
}

/** Returns the tables that are wider than their frames. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("table[aria-label]")]
      .filter(({ parentElement: frame }) => frame && frame.scrollWidth > frame.clientWidth)
      .map(({ ariaLabel }) => `the table ${ariaLabel}`),
  );
}

test("the pages before signing in can be read by everybody", { tag: WALK }, async ({ page }) => {
  await look(page, OPEN);
  // Sign-up is closed unless the operator opens it.
  await page.goto("/sign-up");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});

test("the pages of messages can be read by everybody", { tag: WALK }, async ({ page, browser }) => {
  const { message, send, conversation } = await livedIn(browser, page);
  await look(page, [...navigatedPages().messaging, message, send, conversation]);
});

test("the pages of an account can be read by everybody", { tag: WALK }, async ({ page, browser }) => {
  const { handset, delivery, request, statement } = await livedIn(browser, page);
  await look(page, [...navigatedPages().others, handset, delivery, request, statement]);
});

test("administration can be read by everybody", { tag: WALK }, async ({ page, browser }) => {
  const { account, message } = await livedIn(browser, page);
  await page.context().clearCookies();
  await enter(page, ADMINISTRATOR);
  const further = [`accounts/${account.id}`, `messages?account=${account.id}`, message.slice(1)];
  await look(page, [...navigatedPages().administration, ...further.map((place) => `/admin/${place}`)]);
});

test("what there is to press on the other pages is large enough for a finger", async ({ page, browser }) => {
  await enter(page, await ownAccount(browser, "Finger"));
  await page.setViewportSize({ width: FIRST_LOOK[0], height: 900 });
  const guides = ["replies", "signatures", "limits", "idempotency", "sandbox", "waiting", "changelog"];
  const places = [
    ...INTEGRATION_KINDS.map((kind) => `/integrations/${kind}`),
    ...guides.map((guide) => `/docs/${guide}`),
    "/confirm-email-sender?token=x",
  ];
  const small: string[] = [];
  for (const place of places) {
    const answer = await page.goto(place);
    expect(answer?.ok(), place).toBe(true);
    for (const target of await smallTargets(page)) small.push(`${place}: ${target}`);
  }
  expect(small).toEqual([]);
});
