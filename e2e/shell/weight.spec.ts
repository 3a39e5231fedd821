import { gzipSync } from "node:zlib";
import { type APIRequestContext, expect } from "@playwright/test";
import { ADMINISTRATOR } from "@/e2e/own-account";
import { livedIn } from "@/e2e/shell/lived-in";
import { navigatedPages } from "@/e2e/shell/navigated-pages";
import { enter } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

const KIB = 1_024;

/** The maximum compressed size of a page's scripts. React and Next take about 135 KiB of it. */
const MAX_SCRIPTS_KIB = 200;

const MAX_FONTS_KIB = 64;

/** The part of a limit above which the run lists a page, as a warning before a change breaks the limit. */
const LISTED = 0.9;

/** Pages that are not in the navigation. */
const FURTHER = ["/integrations/storefront", "/integrations/email_to_sms", "/handset"];

/** Returns a function that adds up the sizes of a page's files, each compressed as a server would. */
function weighing(request: APIRequestContext) {
  const weights = new Map<string, Promise<number>>();
  const weigh = async (file: string) => gzipSync(await (await request.get(file)).body()).length;
  return async (files: Iterable<string>) => {
    let sum = 0;
    for (const file of new Set(files)) {
      if (!weights.has(file)) weights.set(file, weigh(file));
      sum += (await weights.get(file)) ?? 0;
    }
    return Math.ceil(sum / KIB);
  };
}

/**
 * Returns the scripts that a current browser loads for a page: those of its tags, and those named in its
 * data.
 */
function scriptsOf(html: string): string[] {
  const old = new Set(
    [...html.matchAll(/<script\b[^>]*\bnomodule[^>]*>/gi)].map(([tag]) => /[^/"]+\.js/.exec(tag)?.[0]),
  );
  const named = [...html.matchAll(/static\/chunks\/([^"\\?]+\.js)/g)].map(([, file = ""]) => file);
  return [...new Set(named)].filter((file) => !old.has(file)).map((file) => `/_next/static/chunks/${file}`);
}

/** Returns a line for each page beyond a limit, and prints one for each page near a limit. */
async function excessOf(request: APIRequestContext, places: readonly string[]): Promise<string[]> {
  const weigh = weighing(request);
  const heavy: string[] = [];
  const judge = (place: string, what: string, weight: number, limit: number) => {
    const line = `${place} has ${weight} KiB of ${what}, and the limit is ${limit}`;
    if (weight > limit) heavy.push(line);
    else if (weight > limit * LISTED) console.log(line);
  };
  for (const place of places) {
    const answer = await request.get(place);
    expect(answer.status(), place).toBe(200);
    const html = await answer.text();
    const scripts = scriptsOf(html);
    expect(scripts.length, place).toBeGreaterThan(5);
    judge(place, "scripts", await weigh(scripts), MAX_SCRIPTS_KIB);
    const fonts = await weigh(
      [...html.matchAll(/"(\/_next\/static\/media\/[^"\\]+\.woff2)/g)].map(([, file = ""]) => file),
    );
    expect(fonts, place).toBeGreaterThan(0);
    judge(place, "fonts", fonts, MAX_FONTS_KIB);
  }
  return heavy;
}

test("no page loads more scripts and fonts than it may", async ({ browser }) => {
  const context = await browser.newContext();
  await enter(context, ADMINISTRATOR);
  const places = [...Object.values(navigatedPages()).flat(), ...FURTHER];
  expect(await excessOf(context.request, places)).toEqual([]);
  await context.close();
});

test("nor does a page of one thing", async ({ page, browser }) => {
  const { account: _, ...places } = await livedIn(browser, page);
  expect(await excessOf(page.request, Object.values(places))).toEqual([]);
});
