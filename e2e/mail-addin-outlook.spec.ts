import { expect } from "@playwright/test";
import { ADDRESS_PARAMETER, FRAME_NAME, fakeOffice } from "@/e2e/fake-office";
import { look, numbers, ownToken, PANE, send, text, useToken, VIEWPORT } from "@/e2e/mail-addin";
import { ownNumber } from "@/e2e/own-account";
import { smallTargets } from "@/e2e/shell/targets";
import { test } from "@/e2e/test";

test.use({ viewport: VIEWPORT });

test("beside an email it offers the numbers that stand there", async ({ page, context, browser }) => {
  const { token, messages } = await ownToken(browser);
  const [first, second, third] = [ownNumber(), ownNumber(), ownNumber()];
  await fakeOffice(context, [
    {
      subject: "Your order",
      from: { displayName: "Aroha Smith", emailAddress: "aroha@example.com" },
      to: [{ displayName: `Tama +${first}`, emailAddress: "tama@example.com" }],
      body: `Kia ora,\n\nOrder 1234567890 of 2026-11-21.\n\n-- \nAroha Smith\nM: 0${second.slice(2)} | DDI 09 300 1234`,
    },
    {
      subject: "Lunch",
      to: [],
      cc: [{ displayName: "", emailAddress: `${third}@sms.example.co.nz` }],
      body: "",
    },
    { subject: "Nothing", to: [], body: "No numbers" },
  ]);
  await page.goto(`${PANE}?${ADDRESS_PARAMETER}`);
  await expect(page.getByText("It’s stored with your mailbox.")).toBeVisible();
  await useToken(page, token);
  const choices = page.getByRole("group", { name: "Found in this email" }).getByRole("checkbox");
  await expect(choices).toHaveCount(2);
  await expect(choices.nth(0)).toHaveAccessibleName(new RegExp(`Tama \\+${first}$`));
  await expect(choices.nth(1)).toHaveAccessibleName(/in the email$/);
  await page.getByRole("button", { name: "Start with the email subject" }).click();
  await expect(text(page)).toHaveValue("Your order");
  await choices.nth(0).check();
  await choices.nth(1).check();
  await look(page, "outlook");
  expect(await smallTargets(page)).toEqual([]);
  await expect(page.getByRole("button", { name: "Send to 2" })).toBeVisible();

  // A number that was checked beside one email gets no message from beside the next.
  await page.evaluate("openNext()");
  await expect(choices).toHaveCount(1);
  await expect(choices).not.toBeChecked();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toBeVisible();
  await choices.check();
  const asked = page.waitForRequest("**/mail-addin/send.php");
  await send(page).click();
  expect((await asked).postDataJSON()).toEqual({ to: [third], message: "Your order", subject: "Lunch" });
  await expect(page.getByRole("heading", { name: "Your text is on its way" })).toBeVisible();
  expect(await messages(third)).toHaveLength(1);
  await page.getByRole("button", { name: "Write another" }).click();
  await page.evaluate("openNext()");
  await expect(page.getByText("No mobile numbers in this email.")).toBeVisible();

  const kept = await page.evaluate(() => ({
    inBrowser: JSON.stringify(localStorage),
    history: typeof history.pushState + typeof history.replaceState,
  }));
  expect(kept.inBrowser).not.toContain("isk_");
  expect(kept.history).toBe("functionfunction");
  await page.reload();
  await expect(numbers(page)).toBeVisible();
});

test("beside an email that is being written it asks Outlook for who it goes to", async ({
  page,
  context,
}) => {
  const number = ownNumber();
  await fakeOffice(context, [
    {
      isWritten: true,
      subject: "An offer",
      to: [{ displayName: `Aroha (+${number})`, emailAddress: "aroha@example.com" }],
      body: "",
    },
  ]);
  await page.goto(`${PANE}?${ADDRESS_PARAMETER}`);
  await useToken(page, `isk_${"x".repeat(43)}`);
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  await expect(page.getByRole("checkbox")).toHaveAccessibleName(/Aroha/);
  await expect(page.getByRole("button", { name: "Start with the email subject" })).toBeVisible();
});

test("an Outlook that does not answer leaves the numbers to be typed", async ({ page }) => {
  await page.route("https://appsforoffice.microsoft.com/**", (route) => route.abort());
  await page.goto(`${PANE}?${ADDRESS_PARAMETER}`);
  await useToken(page, `isk_${"x".repeat(43)}`);
  await expect(page.getByText("Outlook can’t share this email.")).toBeVisible();
  await expect(numbers(page)).toBeVisible();
});

test("Outlook alone frames it, and nothing else of ours", async ({ page, context, baseURL }) => {
  await fakeOffice(context, [{ subject: "", to: [], body: "Call 021 123 4567" }]);
  // The address is not local: a browser does not let a foreign page frame a page of this machine.
  const installation = "https://sms.example.com";
  await context.route(`${installation}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: `${baseURL}${pathname}${search}` }) });
  });
  const framed = async (from: string, place: string) => {
    const frame = `<iframe src="${installation}${place}" name='${FRAME_NAME}' width="320" height="700"></iframe>`;
    await context.route(`${from}/**`, (route) => route.fulfill({ contentType: "text/html", body: frame }));
    const answered = page.waitForResponse(`${installation}${place}`);
    await page.goto(`${from}/mail`);
    await answered;
    await page.waitForLoadState("load");
    return page.frameLocator("iframe").getByRole("heading", { level: 1 });
  };
  await expect(await framed("https://outlook.office.com", PANE)).toHaveText("Send a text");
  await expect(page.frameLocator("iframe").getByText("It’s stored with your mailbox.")).toBeVisible();
  await expect(await framed("https://outlook.live.com", PANE)).toHaveText("Send a text");
  await expect(await framed("https://evil.example", PANE)).toHaveCount(0);
  await expect(await framed("https://outlook.office365.com", "/sign-in")).toHaveCount(0);
});

test("every other address is as strict as ever", async ({ request }) => {
  const policy = (headers: Record<string, string>) => headers["content-security-policy"] ?? "";
  const pane = (await request.get(PANE)).headers();
  expect(policy(pane)).toMatch(
    /script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic' https:\/\/appsforoffice\./,
  );
  expect(policy(pane)).toContain("connect-src 'self';");
  expect(policy(pane)).not.toMatch(/unsafe-eval|frame-ancestors [^;]*\*(?!\.)/);
  expect(pane["x-frame-options"]).toBeUndefined();
  expect(pane["cross-origin-opener-policy"]).toBeUndefined();
  expect(pane["x-content-type-options"]).toBe("nosniff");
  for (const place of ["/", "/sign-in", "/docs", `${PANE}/`, `${PANE}/x`, "/mail-addin", `${PANE}x`]) {
    const headers = (await request.get(place)).headers();
    expect(policy(headers), place).toContain("frame-ancestors 'none'");
    expect(policy(headers), place).not.toContain("microsoft");
    expect(headers["x-frame-options"], place).toBe("DENY");
    expect(headers["cross-origin-opener-policy"], place).toBe("same-origin");
  }
  for (const place of [
    "/mail-addin/manifest.xml",
    "/mail-addin/send.php",
    "/mail-addin/icon-16.png",
    "/healthz",
  ]) {
    expect((await request.get(place)).headers()["x-frame-options"], place).toBe("DENY");
  }
});

test("the manifest leads to this installation, and its icons are as large as it says", async ({
  page,
  baseURL,
}) => {
  await page.goto(PANE);
  const { addresses, sizes } = await page.evaluate(async () => {
    const xml = await (await fetch("/mail-addin/manifest.xml")).text();
    const document = new DOMParser().parseFromString(xml, "application/xml");
    if (document.querySelector("parsererror")) throw new Error("The manifest is no XML.");
    const values = [...document.querySelectorAll("[DefaultValue]")].map((element) =>
      String(element.getAttribute("DefaultValue")),
    );
    const icons = [...new Set(values.filter((value) => value.endsWith(".png")))];
    const shown = await Promise.all(
      icons.map(async (src) => {
        const image = Object.assign(new Image(), { src });
        await image.decode();
        return `${src.match(/\d+(?=\.png)/)} is ${image.naturalWidth} by ${image.naturalHeight}`;
      }),
    );
    return { addresses: values.filter((value) => value.includes("://")), sizes: shown };
  });
  for (const address of addresses) expect(address.startsWith(`${baseURL}/`)).toBe(true);
  expect(sizes.sort()).toEqual([16, 32, 64, 80, 128].map((size) => `${size} is ${size} by ${size}`).sort());
});
