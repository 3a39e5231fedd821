import { expect, type Page } from "@playwright/test";
import { intercept } from "@/e2e/intercept";
import { look, numbers, ownToken, PANE, send, text, useToken, VIEWPORT } from "@/e2e/mail-addin";
import { ownNumber } from "@/e2e/own-account";
import { smallTargets } from "@/e2e/shell/targets";
import { test, WALK } from "@/e2e/test";

test.use({ viewport: VIEWPORT });

/** Fills the form in, first without a text. */
async function fillIn(page: Page, number: string, other: string): Promise<void> {
  await numbers(page).fill(`${number}, +${other};${number}\nnobody`);
  await send(page).click();
  await expect(page.getByText("Enter a message.")).toBeVisible();
  await expect(text(page)).toBeFocused();
  await text(page).fill("“Kia ora” Māori 😀");
  await expect(page.getByText("17 of 160 characters, 1 part, GSM-7")).toBeVisible();
  await expect(page.getByText("Some characters can’t be sent")).toBeVisible();
  await page.getByText("Skipped: 1 invalid, 1 duplicate").click();
  await look(page, "form");
  expect(await smallTargets(page)).toEqual([]);
}

test("a plain page asks for its token once, says when it is wrong, and sends", { tag: WALK }, async ({
  page,
  browser,
}) => {
  const { token, calls, messages } = await ownToken(browser);
  const elsewhere: string[] = [];
  const { origin } = new URL(test.info().project.use.baseURL ?? "");
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== origin) elsewhere.push(request.url());
  });
  await page.goto(PANE);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Send a text");
  await look(page, "token");
  expect(await smallTargets(page)).toEqual([]);
  await useToken(page, "csk_something-else");
  await expect(page.getByText("This isn’t an add-in token")).toBeVisible();
  await expect(page.getByLabel("Add-in token")).toBeFocused();
  await useToken(page, `isk_${"x".repeat(43)}`);

  await expect(numbers(page)).toBeFocused();
  await send(page).click();
  await expect(page.getByText("Enter at least one valid mobile number")).toBeVisible();
  await expect(numbers(page)).toBeFocused();
  const [number, other] = [ownNumber(), ownNumber()];
  await fillIn(page, number, other);

  await page.getByRole("button", { name: "Send to 2" }).click();
  await expect(page.getByText("The add-in token is missing, wrong, or has been replaced.")).toBeVisible();
  await expect(page.getByLabel("Add-in token")).toBeFocused();
  await useToken(page, token);
  await expect(text(page)).toHaveValue("“Kia ora” Māori 😀");
  await text(page).fill("Kia ora, see held-e2e.example.org/x");
  await page.getByRole("button", { name: "Send to 2" }).click();
  await expect(page.getByRole("heading", { name: "Your texts are held" })).toBeFocused();
  await expect(page.getByText("Held: link not approved")).toHaveCount(2);
  await expect(page.getByText("Sent once the linked domain is approved: held-e2e.example.org.")).toHaveCount(
    2,
  );
  await look(page, "held");
  expect(await smallTargets(page)).toEqual([]);

  await page.getByRole("button", { name: "Write another" }).click();
  await expect(text(page)).toHaveValue("");
  await page.reload();
  await numbers(page).fill(number);
  await text(page).fill("Kia ora");
  await send(page).click();
  await expect(page.getByRole("heading", { name: "Your text is on its way" })).toBeVisible();
  await look(page, "sent");
  expect(await smallTargets(page)).toEqual([]);
  await expect
    .poll(async () => (await messages(number)).map(({ state }) => state).sort())
    .toEqual(["DELIVRD", "HELD"]);
  expect((await calls()).map(({ status }) => status)).toEqual([200, 200]);

  await page.getByRole("button", { name: "Write another" }).click();
  await page.getByRole("button", { name: "Remove token" }).click();
  await expect(page.getByLabel("Add-in token")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Add-in token")).toBeVisible();
  expect(elsewhere).toEqual([]);
});

test("what the server says is said, and a lost answer does not send twice", async ({ page, browser }) => {
  const { token, messages } = await ownToken(browser);
  await page.goto(PANE);
  await useToken(page, token);
  const number = ownNumber();
  await numbers(page).fill(number);
  await text(page).fill("n".repeat(1_684));
  await expect(page.getByText("1,684 of 1,683 characters, 12 parts")).toBeVisible();
  await send(page).click();
  await expect(page.getByText("Your message is longer than 11 parts")).toBeVisible();
  await text(page).fill("Only once");
  const letThrough = await intercept(page, "**/mail-addin/send.php", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page).click();
  await expect(page.getByText("Can’t reach the server")).toBeVisible();
  letThrough();
  await send(page).click();
  await expect(page.getByRole("heading", { name: "Your text is on its way" })).toBeVisible();
  expect(await messages(number)).toHaveLength(1);

  await page.getByRole("button", { name: "Write another" }).click();
  await numbers(page).fill(number);
  await text(page).fill("Only once");
  await page.route("**/mail-addin/send.php", (route) =>
    route.fulfill({
      status: 403,
      json: { success: false, error: "Insufficient funds.", code: "insufficient_funds" },
    }),
  );
  await send(page).click();
  await expect(page.getByText("Insufficient funds.")).toBeVisible();
  await expect(text(page)).toHaveValue("Only once");
});

test("it can be used by keyboard alone", async ({ page, browser }) => {
  const { token } = await ownToken(browser);
  await page.goto(PANE);
  await expect(page.getByLabel("Add-in token")).toBeVisible();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.insertText(token);
  await page.keyboard.press("Enter");
  await expect(numbers(page)).toBeFocused();
  await page.keyboard.insertText(ownNumber());
  await page.keyboard.press("Tab");
  await page.keyboard.insertText("Kia ora");
  await page.keyboard.press("Tab");
  await expect(send(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your text is on its way" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(text(page)).toHaveValue("");
});
