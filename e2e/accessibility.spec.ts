import { type Browser, expect, type Page } from "@playwright/test";
import { axeOf, linesOf, RULES, RULES_OF_COLOUR, showIn } from "@/e2e/axe";
import { ADMINISTRATOR, askAs, type OwnAccount, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { watchArrivals } from "@/e2e/shell/arrival";
import { enter } from "@/e2e/sign-in";
import { test } from "@/e2e/test";
import {
  CONTACT_NAME_LENGTH,
  ENDPOINT_NAME_LENGTH,
  EVENT_TYPES,
  FIELD_NAME_LENGTH,
  FIELD_VALUE_LENGTH,
  LIST_NAME_LENGTH,
  MESSAGE_ID_LENGTH,
  RATE_CODE_LENGTH,
  SEND_NAME_LENGTH,
  TEMPLATE_NAME_LENGTH,
} from "@/lib/contracts/base/values";
import { KEY_NAME_LENGTH } from "@/lib/contracts/members/api-keys";
import { RULE_NAME_LENGTH } from "@/lib/contracts/members/inbound/auto-replies";
import { ACCOUNT_NAME_LENGTH } from "@/lib/contracts/members/settings";

/** Names under it never resolve: nothing leaves this machine. */
const NOWHERE = "https://receiver.invalid/events";

/** A text that cannot be broken into lines, like a link. */
const HELD = `Track it at https://held.example.org/${"parcel-".repeat(8)}1`;

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

/** How pages are looked at: first as they came. */
const LOOKS = [
  [390, "light"],
  [390, "dark"],
  [1440, "dark"],
  [1440, "light"],
] as const;
const [FIRST_LOOK] = LOOKS;

test.describe.configure({ mode: "parallel", timeout: 180_000 });

/**
 * Collects the faults of places: of how they arrive on a phone, and of what is shown on a phone and on a desktop, in the
 * light and in the dark. One load does for all of it.
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
      if (seen === FIRST_LOOK) found.push(...(await arrivals.faults()));
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

/** What reaches beyond the right edge of a page and has nothing within that does. */
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

/** How much wider a page is than its window, once charts and the like have taken the window's size. */
async function widthOver(page: Page): Promise<number> {
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  for (let tries = 0; tries < 30 && (await over()) > 0; tries++) await page.waitForTimeout(100);
  return over();
}

/** Tables that are wider than their frames. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("table[aria-label]")]
      .filter(({ parentElement: frame }) => frame && frame.scrollWidth > frame.clientWidth)
      .map(({ ariaLabel }) => `the table ${ariaLabel}`),
  );
}

/** The longest name that something may have, without a place to break it. */
const longest = (name: string, length: number) => name.padEnd(length, "w");

/** An account without an empty list, where every name is as long as it may be, and its pages of single things. */
async function livedIn(browser: Browser, page: Page) {
  const account = await ownAccount(browser, longest("Lived in ", ACCOUNT_NAME_LENGTH));
  const program = programOf(page.request, account);
  const [number, another] = [ownNumber(), ownNumber()];
  await enter(page, account);
  await program("/gateway/sms/in", { url: NOWHERE });
  await program("/gateway/sms/status", { url: NOWHERE });
  const message = {
    from: "552",
    messageClass: "transactional",
    rateCode: longest("orders", RATE_CODE_LENGTH),
  };
  const messageId = longest("order", MESSAGE_ID_LENGTH);
  const sent = await program("/gateway/sms/out", {
    ...message,
    to: number,
    messageId,
    body: "Your order is ready.",
  });
  await program("/gateway/sms/out", { ...message, to: another, body: "Until five?" });
  await program("/gateway/sms/out", { ...message, to: another, body: HELD });
  const { email: userId, password } = account;
  await page.request.post("/gateway/sms/out", { form: { userId, password, to: number } });
  await program("/simulator/inbound", { from: number, to: "552", body: "Thank you!" });
  await program("/simulator/inbound", { from: another, to: "552", body: "STOP" });
  const together = {
    to: [`${number.slice(0, -4)}9916`, another],
    body: "Kia ora",
    messageClass: "marketing",
  };
  const send = await askAs(page, "/api/members/send", {
    ...{ ...together, name: longest("Spring", SEND_NAME_LENGTH) },
    sandbox: false,
    key: crypto.randomUUID(),
  });
  await askAs(page, "/api/members/contacts/lists", { name: longest("Customers", LIST_NAME_LENGTH) });
  await askAs(page, "/api/members/contacts", {
    ...{ number: "021 555 0101", name: longest("Anna", CONTACT_NAME_LENGTH) },
    fields: [{ name: longest("City", FIELD_NAME_LENGTH), value: longest("Nelson", FIELD_VALUE_LENGTH) }],
  });
  await askAs(page, "/api/members/templates", {
    name: longest("Reminder", TEMPLATE_NAME_LENGTH),
    text: "Hi {{name}}, see you tomorrow.",
  });
  await askAs(page, "/api/members/auto-replies", {
    ...{
      name: longest("Hours", RULE_NAME_LENGTH),
      match: "keyword",
      words: ["HOURS"],
      text: "We are open from 9 to 5.",
    },
    ...{ hours: "outside", days: [6, 7], fromTime: "09:00", toTime: "17:00" },
  });
  await askAs(page, "/api/members/api-keys", { name: longest("Web shop", KEY_NAME_LENGTH) });
  await askAs(page, "/api/members/webhooks/endpoints", {
    name: longest("Warehouse", ENDPOINT_NAME_LENGTH),
    ...{ url: `${NOWHERE}/${longest("orders", 150)}`, eventTypes: EVENT_TYPES.slice(0, 1) },
  });
  await askAs(page, "/api/members/domains/request", { domain: "example.org" });
  return {
    account,
    message: `/messages/${(await sent.json()).message_id}`,
    send: `/sends/${(await send.json()).sendId}`,
    conversation: `/inbox/${number}`,
    handset: `/handset?number=${number}`,
    delivery: `/webhooks/${await firstDelivery(page)}`,
    request: `/requests/${await refusedRequest(page)}`,
  };
}

async function refusedRequest(page: Page): Promise<string> {
  let id: string | undefined;
  await expect(async () => {
    const { requests } = await (await page.request.get("/api/members/requests?status=refused")).json();
    id = requests[0]?.id;
    expect(id).toBeDefined();
  }).toPass();
  return id as string;
}

async function firstDelivery(page: Page): Promise<string> {
  let id: string | undefined;
  await expect(async () => {
    const { deliveries } = await (await page.request.get("/api/members/webhooks/deliveries")).json();
    id = deliveries[0]?.id;
    expect(id).toBeDefined();
  }).toPass();
  return id as string;
}

test("the pages before signing in can be read by everybody", async ({ page }) => {
  await look(page, OPEN);
  // Nobody can make an account unless the operator allows it.
  await page.goto("/sign-up");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
});

test("the pages of messages can be read by everybody", async ({ page, browser }) => {
  const { message, send, conversation, handset } = await livedIn(browser, page);
  const messaging = [
    "/overview",
    "/send",
    "/messages",
    message,
    "/sends",
    send,
    "/inbox",
    conversation,
    "/auto-replies",
    "/contacts",
    "/templates",
    handset,
  ];
  await look(page, messaging);
});

test("the pages of an account can be read by everybody", async ({ page, browser }) => {
  const { delivery, request } = await livedIn(browser, page);
  const month = new Date().toLocaleDateString("en-CA", { timeZone: "Pacific/Auckland" }).slice(0, 7);
  await look(page, [
    ...[
      "/blocked-numbers",
      "/domains",
      "/api-keys",
      "/requests",
      "/people",
      request,
      "/webhooks",
      delivery,
      "/integrations",
    ],
    ...["/billing", `/billing/statement/${month}`, "/settings"],
  ]);
});

test("administration can be read by everybody", async ({ page, browser }) => {
  const { account, message }: { account: OwnAccount; message: string } = await livedIn(browser, page);
  await page.context().clearCookies();
  await enter(page, ADMINISTRATOR);
  const places = [
    "domains",
    "accounts",
    `accounts/${account.id}`,
    `messages?account=${account.id}`,
    message.slice(1),
    "figures",
    "shortcodes",
    "networks",
    "rates",
    "inbound",
    "health",
  ];
  await look(page, ["/admin", ...places.map((place) => `/admin/${place}`)]);
});
