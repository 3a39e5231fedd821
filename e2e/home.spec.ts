import { expect } from "@playwright/test";
import { expectNoWider, SCREENS } from "@/e2e/screens";
import { test, WALK } from "@/e2e/test";

const credentials = { userId: process.env.E2E_USER_ID ?? "", password: process.env.E2E_PASSWORD ?? "" };

for (const { name, themes, ...size } of SCREENS) {
  test(`the landing page on a ${name}, ${themes.join(" and ")}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: themes[0] });
    await page.setViewportSize(size);
    const failures: string[] = [];
    page.on("console", (message) => message.type() === "error" && failures.push(message.text()));
    await page.goto("/");
    await expect(page).toHaveTitle("Messaging Gateway");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Messaging Gateway");
    await expect(page.getByText("/gateway/sms/out").first()).toBeVisible();
    // Long lines scroll inside their box, never the page.
    await expectNoWider(page, `home-${name}`, { themes, fullPage: true });
    expect(failures).toEqual([]);
  });
}

test("the landing page's request is to where the page is served, and its links lead to pages", async ({
  page,
  baseURL,
}) => {
  await page.goto("/");
  await expect(page.getByText(`curl ${baseURL}/gateway/sms/out`)).toBeVisible();
  await expect(page.getByText("localhost:3000")).toHaveCount(0);
  for (const link of await page.getByRole("main").getByRole("link").all())
    expect(["/docs", "/docs/sandbox", "/sign-in", "/sign-up"]).toContain(await link.getAttribute("href"));
});

test("a text arrives on the landing page's phone, and none is sent", async ({ page }) => {
  const asked: string[] = [];
  await page.goto("/", { waitUntil: "networkidle" });
  page.on("request", (request) => request.method() !== "GET" && asked.push(request.url()));
  const phone = page.getByRole("log", { name: "Texts on the phone" });
  await page.getByLabel("Try it: text this phone").fill(`Tēnā koe ${"a".repeat(200)}`);
  await expect(page.getByText(/^209 of 306 characters, 2 parts/)).toBeVisible();
  await page.getByRole("button", { name: "Send to the phone" }).click();
  await expect(phone.getByText(/^Tena koe a/)).toBeVisible();
  expect(asked).toEqual([]);
});

test("the status page says what works", async ({ page }) => {
  await page.goto("/status");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Status");
  await expect(page.getByRole("heading", { name: "API and Members Area" })).toBeVisible();
  await expect(page.getByText("Working").first()).toBeVisible();
});

test("an address that does not exist says so", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  await page.getByRole("link", { name: "Go to home page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Messaging Gateway");
});

test("a message sent by form is delivered", { tag: WALK }, async ({ request }) => {
  const sent = await request.post("/gateway/sms/out", {
    form: {
      ...credentials,
      to: "64211234567",
      body: "Kia ora",
      messageClass: "transactional",
      messageId: "e2e-1",
    },
  });
  expect(sent.status()).toBe(200);
  const accepted = await sent.json();
  expect(accepted).toMatchObject({ success: true, status: "accepted", to: "64211234567", parts: 1 });

  const query = () =>
    request.post("/gateway/sms/status/query", { form: { ...credentials, message_id: accepted.message_id } });
  await expect
    .poll(async () => (await (await query()).json()).messages[0]?.status, { timeout: 15_000 })
    .toBe("DELIVRD");
  expect(await (await query()).json()).toMatchObject({
    status: "success",
    messages: [{ message_id: accepted.message_id, statusCode: 1, customerMessageId: "e2e-1" }],
    notFound: [],
  });
});
