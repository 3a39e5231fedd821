import { expect, type Page } from "@playwright/test";
import { askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

const MANY = 101;

async function listOf(page: Page, name: string, contacts: number): Promise<string> {
  const { id } = await (await askAs(page, "/api/members/contacts/lists", { name })).json();
  for (let made = 0; made < contacts; made++)
    await askAs(page, "/api/members/contacts", { number: ownNumber(), name: "", fields: [], lists: [id] });
  return id;
}

test("a send to a long list is asked about, although only a short one was counted so far", async ({
  page,
  browser,
}) => {
  await signIn(page, "/overview", await ownAccount(browser, "Harbour Books"));
  const few = await listOf(page, "Few", 1);
  await listOf(page, "Many", MANY);
  await page.goto(`/send?list=${few}`);
  await page.getByRole("textbox", { name: "Text" }).fill("Kia ora");
  await expect(page.getByText("Your balance in NZ$")).toBeVisible();
  await expect(page.getByText("$0.115").first()).toBeVisible();
  // The server takes a long time for a long list.
  await page.route("**/api/members/send/preview*", () => {});
  await page.getByRole("button", { name: "Choose lists" }).click();
  const lists = page.getByRole("dialog");
  await lists.getByLabel("Few").uncheck();
  await lists.getByLabel("Many").check();
  await lists.getByRole("button", { name: "Choose" }).click();
  await page.getByRole("button", { name: /^Send/ }).last().click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText(`Send to ${MANY} people?`);
  await expect(question).not.toContainText("$");
});

test("the page Send is empty after a message was sent again", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Harbour Books");
  const given = { to: ownNumber(), body: "Kia ora", messageClass: "transactional" };
  const answer = await programOf(page.request, account)("/gateway/sms/out", given);
  const { message_id: id } = await answer.json();
  await signIn(page, `/send?again=${id}`, account);
  await page.getByRole("button", { name: "Send", exact: true }).first().click();
  await expect(page.getByRole("link", { name: "View message" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Members Area" })
    .getByRole("link", { name: "Send", exact: true })
    .click();
  await expect(page).toHaveURL(/\/send$/);
  await expect(page.getByLabel("Numbers")).toHaveValue("");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("");
});

test("a text that is written before the page's code has come stays, and counts", async ({
  page,
  browser,
}) => {
  await signIn(page, "/overview", await ownAccount(browser, "Harbour Books"));
  // A page that does not wait for its controls to listen.
  const early = await page.context().newPage();
  let load = () => {};
  const isLate = new Promise<void>((resolve) => {
    load = resolve;
  });
  await early.route("**/*.js", async (route) => {
    await isLate;
    await route.continue();
  });
  await early.goto("/send", { waitUntil: "commit" });
  const text = early.getByRole("textbox", { name: "Text" });
  await text.fill("Kia ora");
  load();
  await expect(early.getByRole("button", { name: "Save draft" })).toBeEnabled();
  await expect(text).toHaveValue("Kia ora");
  await early.close();
});
