import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/e2e/axe";
import { askAs, ownAccount, ownNumber, programOf } from "@/e2e/own-account";
import { takePicture } from "@/e2e/screens";
import { chooseItem } from "@/e2e/shell/row-menu";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

const rules = (page: Page) => page.getByRole("region", { name: "Rules" }).getByRole("listitem");

/** Adds a rule with the page's form. Without words, every text matches. */
async function addRule(page: Page, { name, words, text }: { name: string; words?: string; text: string }) {
  await page.getByRole("button", { name: "Add auto reply" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill(name);
  if (words === undefined) await form.getByLabel("When the text").selectOption("Any text");
  else await form.getByLabel("Keywords").fill(words);
  await form.getByLabel("Reply", { exact: true }).fill(text);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(rules(page).filter({ hasText: name })).toBeVisible();
}

test("rules are added, ordered, tried and switched off, and a text is answered by the first", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Answerer");
  await signIn(page, "/auto-replies", account);
  await expect(page.getByText("No auto replies yet")).toBeVisible();
  await addRule(page, { name: "Away", text: "We are back on Monday." });
  await addRule(page, { name: "Hours", words: "hours, open", text: "We are open from 9 to 5." });
  await expect(rules(page)).toHaveText([/Away/, /Hours.*Starts with a keyword: HOURS, OPEN/]);

  const attempt = page.getByRole("region", { name: "Try a text" });
  const tryText = async (text: string) => {
    await attempt.getByLabel("Text").fill(text);
    await attempt.getByRole("button", { name: "Try" }).click();
  };
  await tryText("Hours?");
  await expect(attempt.getByRole("status")).toHaveText("Away replies.");
  await page.getByRole("button", { name: "Actions for Hours" }).click();
  await chooseItem(page, "Move up");
  await expect(rules(page)).toHaveText([/Hours/, /Away/]);
  await tryText("Hours, please");
  await expect(attempt.getByRole("status")).toHaveText("Hours replies.");
  await expect(attempt.getByRole("list", { name: "Rules tried" }).getByRole("listitem")).toHaveText([
    "HoursHOURSMatches",
    "AwayAn earlier rule matches",
  ]);
  await tryText("Stop");
  await expect(attempt.getByRole("status")).toContainText("No rule matches it.");

  const number = ownNumber();
  const program = programOf(page.request, account);
  await program("/gateway/sms/out", {
    to: number,
    from: "552",
    body: "Hello",
    messageClass: "transactional",
  });
  await program("/simulator/inbound", { from: number, to: "552", body: "Open today?" });
  await page.goto(`/inbox/${number}`);
  const talk = page.getByRole("log", { name: "Messages" });
  await expect(talk).toContainText("We are open from 9 to 5.", { timeout: 20_000 });
  await talk.getByRole("link", { name: "View message" }).last().click();
  await page.getByRole("link", { name: "Hours" }).click();
  await expect(page).toHaveURL("/auto-replies");

  await page.getByRole("switch", { name: "Hours: on" }).press("Space");
  await expect(page.getByRole("switch", { name: "Hours: on" })).not.toBeChecked();
  await tryText("open");
  await expect(attempt.getByRole("status")).toHaveText("Away replies.");
});

test("a rule puts the number in a list, tags the conversation and sends the text to a webhook, which stay while it uses them", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Sorter");
  await signIn(page, "/auto-replies", account);
  for (const name of ["Customers", "Leads"]) await askAs(page, "/api/members/contacts/lists", { name });
  await askAs(page, "/api/members/webhooks/endpoints", {
    name: "CRM",
    url: "https://receiver.invalid/crm",
    eventTypes: ["optout.changed"],
  });
  await page.reload();
  await page.getByRole("button", { name: "Add auto reply" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("Joiners");
  await form.getByLabel("Keywords").fill("join");
  await expect(form.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
  await form.getByLabel("Add the number to").selectOption("Customers");
  await expect(form.getByLabel("Remove the number from").getByRole("option")).toHaveText(["None", "Leads"]);
  await form.getByLabel("Remove the number from").selectOption("Leads");
  await form.getByLabel("Send the text to the webhook").selectOption("CRM");
  await form.getByLabel("Add a tag").fill("Joined");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(rules(page)).toContainText([
    /webhook CRM.*Adds the number to Customers.*Removes the number from Leads.*Adds the tag Joined/,
  ]);
  const attempt = page.getByRole("region", { name: "Try a text" });
  await attempt.getByLabel("Text").fill("Join, please");
  await attempt.getByRole("button", { name: "Try" }).click();
  await expect(attempt.getByRole("status")).toHaveText(
    "Joiners sends the text to CRM, adds the number to Customers, removes the number from Leads and adds the tag Joined.",
  );

  const number = ownNumber();
  const program = programOf(page.request, account);
  const hello = { to: number, from: "552", body: "Hello", messageClass: "transactional" };
  await program("/gateway/sms/out", hello);
  await program("/simulator/inbound", { from: number, to: "552", body: "Join" });
  const done = page.getByText("queued for CRM, added to Customers, tagged Joined · Was not in Leads.");
  await expect(async () => {
    await page.goto(`/inbox/${number}`);
    await expect(done).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page.getByRole("button", { name: "Remove tag Joined" })).toBeVisible();
  await page.getByLabel("New tag").fill("New customer");
  await page.getByRole("button", { name: "Add tag" }).click();
  const tag = page.getByRole("button", { name: "Remove tag New customer" });
  await expect(tag).toBeVisible();
  await expectAccessible(page);
  await page.goto("/inbox");
  await page.getByLabel("Tag", { exact: true }).selectOption("New customer");
  await expect(page).toHaveURL(/tag=New/);
  const tagged = page.getByRole("link", { name: /New customer/ });
  await expect(tagged).toBeVisible();
  await tagged.click();
  await tag.click();
  await expect(tag).toBeHidden();
  const deliveries = page.getByRole("table", { name: "Deliveries" });
  await page.goto("/webhooks");
  await expect(deliveries.getByRole("link")).toHaveCount(1);
  await page.getByRole("button", { name: "Actions for CRM" }).click();
  await chooseItem(page, "Remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The auto reply Joiners uses this endpoint.").first()).toBeVisible();
});

test("a rule is changed and removed, and what is wrong is said in the form", async ({ page, browser }) => {
  const account = await ownAccount(browser, "Changer");
  await signIn(page, "/auto-replies", account);
  await askAs(page, "/api/members/templates", { name: "Prices", text: "Our prices: example.com/prices" });
  await addRule(page, { name: "Price", words: "price", text: "From $20." });
  await page.getByRole("button", { name: "Actions for Price" }).click();
  await chooseItem(page, "Change");
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("Keywords")).toHaveValue("PRICE");
  await form.getByLabel("Keywords").fill("STOP");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("STOP");
  await form.getByLabel("When the text").selectOption("Contains a phrase");
  await form.getByLabel("Phrases").fill("how much\nwhat does it cost");
  await form.getByLabel("Time", { exact: true }).selectOption("Outside these hours");
  await form.getByLabel("Sun").check();
  await form.getByLabel("Reply to the same number again after").selectOption("1 day");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(rules(page)).toContainText([
    "Contains a phrase: how much, what does it cost · outside 9 am to 5 pm, Mon, Tue, Wed, Thu, Fri, Sun",
  ]);

  await page.getByRole("button", { name: "Actions for Price" }).click();
  await chooseItem(page, "Change");
  await form.getByLabel("When the text").selectOption("Matches a pattern");
  await form.getByLabel("Patterns").fill("* price *\nitem ####");
  await form.getByLabel("Time", { exact: true }).selectOption("At any time");
  await form.getByLabel("Template").selectOption("Prices");
  await expect(form.getByLabel("Reply", { exact: true })).toHaveValue("Our prices: example.com/prices");
  await form.getByLabel("Sent from").fill("021 555 1781, 027*, nobody1");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("'nobody1' is not a number");
  await form.getByLabel("Sent from").fill("021 555 1781, 027*");
  await expectAccessible(page);
  await takePicture(page, "auto-reply-form", { fullPage: false });
  await form.getByRole("button", { name: "Save" }).click();
  await expect(rules(page)).toContainText([
    /Matches a pattern: \* price \*, item #### · from 021 555 1781, 027\*.*Our prices/,
  ]);
  await page.getByLabel("Sent from").fill("021 555 1782");
  await page.getByLabel("Text", { exact: true }).fill("Item: 1234");
  await page.getByRole("button", { name: "Try" }).click();
  await expect(page.getByRole("list", { name: "Rules tried" })).toContainText("Other number");
  await page.getByLabel("Sent from").fill("+64 27 555 0101");
  await page.getByLabel("Text", { exact: true }).fill("Item: 1234");
  await page.getByRole("button", { name: "Try" }).click();
  await expect(page.getByText("Read as ITEM 1234")).toBeVisible();
  await expect(page.getByRole("list", { name: "Rules tried" })).toContainText("item ####");

  await page.getByRole("button", { name: "Actions for Price" }).click();
  await chooseItem(page, "Remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("No auto replies yet")).toBeVisible();
});
