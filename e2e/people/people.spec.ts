import { type Browser, expect } from "@playwright/test";
import { askAs, ownAccount } from "@/e2e/own-account";
import { invitationToken } from "@/e2e/people/database";
import { chooseItem } from "@/e2e/shell/row-menu";
import { signIn } from "@/e2e/sign-in";
import { listening, test } from "@/e2e/test";

const linkOf = async (email: string) => `/join?token=${await invitationToken(email)}`;

const newPage = async (browser: Browser) => listening(await (await browser.newContext()).newPage());

test("a colleague is invited, joins as a sender, cannot open billing, and is signed out when removed", async ({
  page,
  browser,
}) => {
  const account = await ownAccount(browser, "Harbour Books");
  const email = `e2e-${crypto.randomUUID()}@example.com`;
  await signIn(page, "/people", account);
  await page.getByRole("button", { name: "Invite someone" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Role").selectOption("Sender");
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("table", { name: "Invitations" })).toContainText(email);

  const link = await linkOf(email);
  const theirs = await newPage(browser);
  await theirs.goto(link);
  await expect(theirs.getByText("Harbour Books invited")).toBeVisible();
  await theirs.getByLabel("Name").fill("Robin");
  await theirs.getByLabel("Password", { exact: true }).fill("a brand new password");
  await theirs.getByRole("button", { name: "Join" }).click();
  await expect(theirs).toHaveURL(/\/overview$/);
  const menu = theirs.getByRole("navigation", { name: "Members Area" });
  await expect(menu.getByRole("link", { name: "Send", exact: true })).toBeVisible();
  for (const name of ["Billing", "API keys", "Webhooks"])
    await expect(menu.getByRole("link", { name, exact: true })).toHaveCount(0);
  // The page shows only those first steps and items that the role may do. The sign-in item concerns the
  // person.
  const attention = theirs.getByRole("region", { name: "Needs attention" });
  await expect(attention.getByRole("link", { name: "Turn on" })).toBeVisible();
  await expect(theirs.getByRole("main").getByRole("link", { name: "Get a domain approved" })).toBeVisible();
  await expect(theirs.getByRole("main").getByRole("link", { name: "Register a webhook" })).toHaveCount(0);
  await expect(theirs.getByRole("main").getByRole("link", { name: "Billing" })).toHaveCount(0);
  await theirs.goto("/billing");
  await expect(theirs.getByText("Your role can’t open this page")).toBeVisible();
  await expect(theirs.getByText("Your role in this account is Sender.")).toBeVisible();
  await theirs.goto("/settings");
  await expect(theirs.getByRole("region", { name: "Sessions" })).toContainText("This session");
  await expect(theirs.getByRole("region", { name: "Activity" })).toHaveCount(0);
  await theirs.goto("/templates");
  await askAs(theirs, "/api/members/templates", { name: "Robin’s", text: "Hi." });
  // An open page also leaves by itself, which would abort the visit below.
  await theirs.goto("about:blank");

  // The link worked once.
  const again = await newPage(browser);
  await again.goto(link);
  await expect(again.getByText("This invitation has expired")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("table", { name: "People" })).toContainText(email);
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await chooseItem(page, "Remove");
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Removed. They’re signed out of this account.")).toBeVisible();
  await expect(page.getByRole("table", { name: "People" })).not.toContainText(email);
  await theirs.goto("/messages");
  await expect(theirs).toHaveURL(/\/sign-in\?back=/);
  await page.goto("/settings");
  const log = page.getByRole("table", { name: "Activity" });
  await expect(log).toContainText("Template added");
  await expect(log).toContainText(email);
});

test("somebody of two accounts joins by their own password, switches, and transfers one", async ({
  page,
  browser,
}) => {
  const [owner, other] = [await ownAccount(browser, "First shop"), await ownAccount(browser, "Second shop")];
  await signIn(page, "/people", owner);
  await askAs(page, "/api/members/people/invite", { email: other.email, role: "developer" });
  const theirs = await newPage(browser);
  await theirs.goto(await linkOf(other.email));
  await theirs.getByLabel("Your password").selectOption("I have an account");
  await theirs.getByLabel("Password", { exact: true }).fill(other.password);
  await theirs.getByRole("button", { name: "Sign in and join" }).click();
  await expect(theirs).toHaveURL(/\/overview$/);
  const accounts = theirs.getByRole("combobox", { name: "Account" });
  await expect(accounts.getByRole("option", { selected: true })).toHaveText("First shop");
  await accounts.selectOption("Second shop");
  await expect(accounts.getByRole("option", { selected: true })).toHaveText("Second shop");
  await accounts.selectOption("First shop");
  await expect(accounts.getByRole("option", { selected: true })).toHaveText("First shop");

  await page.reload();
  await page.getByRole("button", { name: `Actions for ${other.email}` }).click();
  await chooseItem(page, "Make owner");
  const form = page.getByRole("dialog");
  await form.getByLabel("You", { exact: true }).selectOption({ value: "go" });
  await form.getByLabel("Your password").fill(owner.password);
  await form.getByRole("button", { name: "Transfer ownership" }).click();
  await expect(page.getByRole("button", { name: "Invite someone" })).toHaveCount(0);
  await theirs.goto("/people");
  await expect(theirs.getByRole("row", { name: new RegExp(owner.email) })).toContainText("Developer");
  const refused = await page.request.post("/gateway/sms/balance", {
    form: { userId: owner.email, password: owner.password },
  });
  expect(refused.status()).toBe(401);
});
