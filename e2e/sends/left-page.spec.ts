import { expect, type Page, type Route } from "@playwright/test";
import { holdOnce, interceptOnce } from "@/e2e/intercept";
import { ownAccount, ownNumber } from "@/e2e/own-account";
import { signIn } from "@/e2e/sign-in";
import { test } from "@/e2e/test";

const open = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Members Area" }).getByRole("link", { name, exact: true }).click();

const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true }).first().click();

async function fill(page: Page): Promise<void> {
  await page.getByLabel("Numbers").fill(ownNumber());
  await page.getByRole("textbox", { name: "Text" }).fill("Kia ora");
}

test("a form that is sent again, since its page was left before the answer came, is sent once", async ({
  page,
  browser,
}) => {
  await signIn(page, "/send", await ownAccount(browser, "Harbour Books"));
  await fill(page);
  // The server accepts the send. The response arrives when the test calls this.
  let answer = () => {};
  const isTaken = new Promise<void>((resolve) => {
    void interceptOnce(page, "**/api/members/send", async (route: Route) => {
      const response = await route.fetch();
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.fulfill({ response });
    });
  });
  await send(page);
  await isTaken;
  await open(page, "Messages");
  await expect(page).toHaveURL(/\/messages/);
  await open(page, "Send");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("Kia ora");
  await send(page);
  await expect(page.getByText("Your message is on its way")).toBeVisible();
  answer();
  const listed = await page.request.get("/api/members/messages");
  expect((await listed.json()).messages).toHaveLength(1);
});

test("a form that was sent while its page was left is not there again", async ({ page, browser }) => {
  await signIn(page, "/send", await ownAccount(browser, "Harbour Books"));
  await fill(page);
  const sending = await holdOnce(page, "**/api/members/send");
  await send(page);
  await sending.hasCome;
  await open(page, "Messages");
  await expect(page).toHaveURL(/\/messages/);
  const sent = page.waitForResponse("**/api/members/send");
  sending.letGo();
  expect((await sent).ok()).toBe(true);
  await expect(page.getByRole("table").getByText("Kia ora")).toBeVisible();
  await open(page, "Send");
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("");
});

test("a send that is refused once its page was left is told of", async ({ page, browser }) => {
  await signIn(page, "/send", await ownAccount(browser, "Harbour Books"));
  await fill(page);
  const sending = await holdOnce(page, "**/api/members/send", (route) =>
    route.fulfill({
      status: 402,
      json: { success: false, code: "insufficient_balance", error: "Your balance is too low." },
    }),
  );
  await send(page);
  await sending.hasCome;
  await open(page, "Messages");
  await expect(page).toHaveURL(/\/messages/);
  sending.letGo();
  await expect(page.getByText("Your balance is too low.")).toBeVisible();
});
