import { describe, expect, it } from "vitest";
import { writeEmail } from "@/lib/email/email-kinds";
import { loadEnv } from "@/lib/env";

const PAUSED = {
  kind: "report",
  url: "https://shop.example.com/hook?token=hush",
  since: "2026-11-20T23:00:00.01+00:00",
};

describe("the email about a paused webhook", () => {
  it("says which, since when in New Zealand time, that events are kept, and how it goes on", () => {
    const { subject, text } = writeEmail("webhook_paused", PAUSED, "https://gateway.example.com");
    expect(subject).toBe("Your webhook for delivery reports is paused");
    expect(text).toContain("has failed since 2026-11-21 12:00:00 NZ time:");
    expect(text).toContain("  shop.example.com\n");
    expect(text).not.toMatch(/hush|\/hook\b/);
    expect(text).toContain("Events are on hold");
    expect(text).toContain("- open https://gateway.example.com/webhooks\n");
    expect(text).toContain(
      "POST https://gateway.example.com/gateway/sms/status, or https://gateway.example.com/gateway/configure",
    );
    expect(text).toContain("webhooks -- resume --email <your email address> --kind report");
    expect(text).toContain('webhooks -- replay --email <your email address> --since "2026-11-21 12:00:00"\n');
  });

  it("names paths alone where the installation does not know its address", () => {
    const inbound = { ...PAUSED, kind: "inbound", since: "2026-11-21T12:00:00+13:00" };
    const { subject, text } = writeEmail("webhook_paused", inbound, undefined);
    expect(subject).toBe("Your webhook for inbound messages is paused");
    expect(text).toContain("POST /gateway/sms/in, or /gateway/configure");
    expect(text).toContain("since 2026-11-21 12:00:00 NZ");
    expect(text).not.toMatch(/undefined|\/webhooks\n/);
  });

  it.each([
    ["Stock, shop 2", "Stock, shop 2", "Stock, shop 2"],
    ["Win! Go to https://evil.example/win", "Win Go to https evil example win", "<name of the endpoint>"],
    [
      "Prizes for all of you, tell everybody that you know tonight!",
      "Prizes for all of you, tell everybody t…",
      "<name of the endpoint>",
    ],
    ["!!!", "", "<name of the endpoint>"],
  ])("has of the endpoint's name %j: %j", (name, shown, named) => {
    const { subject, text } = writeEmail("webhook_paused", { ...PAUSED, kind: "further", name }, undefined);
    const which = `webhook endpoint ${shown}`.trim();
    expect(subject).toBe(`Your ${which} is paused`);
    expect(text).toContain(`Your ${which} is paused. Every attempt`);
    expect(text).toContain(`resume --email <your email address> --name "${named}"\n`);
    expect(text.includes(name)).toBe(name === shown);
    expect(`${subject}${text}`).not.toContain("evil.example");
  });
});

describe("amounts", () => {
  const amountMicros = "123454894000";
  const of = {
    low_balance: { balanceMicros: amountMicros, lowBalanceMicros: amountMicros },
    spending_alert: { period: "2026-11", chargedMicros: amountMicros, passedMicros: [amountMicros] },
    auto_top_up_paid: { amountMicros, balanceMicros: amountMicros },
    auto_top_up_paused: { reason: "declined", amountMicros },
    auto_top_up_limited: { limit: "day", amountMicros, until: "2026-11-22 08:35:00" },
  };

  it.each(Object.entries(of))("read in the email %s as on pages", (kind, details) => {
    const { subject, text } = writeEmail(kind, details, undefined);
    const amounts = `${subject}\n${text}`.match(/\S*\d[\d,]*\.\d+/g);
    expect(new Set(amounts)).toEqual(new Set(["NZ$123,454.894"]));
  });
});

describe("what goes to somebody who has not confirmed anything", () => {
  const gateway = "https://gateway.example.com";
  const link = { to: "eve+win-1000-at-evil.example@example.com", token: "t0ken" };

  it.each([
    ["Kowhai Books & Sons (2026), O'Brien-Te Awa Ltd", "Kowhai Books & Sons (2026), O'Brien-Te…"],
    ["Pātaka Kai Ōtautahi", "Pātaka Kai Ōtautahi"],
    [
      " Win! Go to https://evil.example/win now\r\nBcc: all@example.com",
      "Win Go to https evil example win now Bc…",
    ],
    ['" wants money. "', "wants money"],
    [`${"x".repeat(1000)}`, `${"x".repeat(39)}…`],
  ])("has of the account's name %j: %j", (account, shown) => {
    const sender = link.to;
    const { subject, text } = writeEmail("email_sender", { ...link, sender, account }, gateway);
    expect(text).toContain(`The account "${shown}" wants to send`);
    expect(subject).toBe("Confirm: send emails from this address as texts");
    expect(`${subject}${text}`).not.toContain("evil.example");
  });

  it("has 40 characters of a domain, and of a webhook's URL its host", () => {
    const long = `${"buy-now-".repeat(6)}x.example.com`;
    const shown = `${long.slice(0, 39)}…`;
    const sender = { ...link, sender: `@${long}`, account: "A test" };
    for (const [kind, details] of [
      ["email_sender", sender],
      ["domain_approved", { domain: long, released: 0 }],
      ["domain_rejected", { domain: long, reason: "No.", discarded: 1 }],
      ["webhook_paused", { ...PAUSED, url: `https://${long}/buy/now` }],
    ] as const) {
      const { subject, text } = writeEmail(kind, details, gateway);
      expect(`${subject}${text}`).toContain(shown);
      expect(`${subject}${text}`).not.toContain(long.slice(0, 40));
      expect(text).not.toContain("buy/now");
    }
  });
});

describe("a row of another version", () => {
  it.each([
    ["webhook_resumed", PAUSED],
    ["toString", PAUSED],
    ["webhook_paused", { ...PAUSED, kind: "status\r\nBcc: all@example.com" }],
    ["webhook_paused", { ...PAUSED, since: "yesterday" }],
    ["webhook_paused", null],
  ])("is not written: %s", (kind, details) => {
    expect(() => writeEmail(kind, details, undefined)).toThrow();
  });
});

describe("the settings", () => {
  it("name a sender where they name a server", () => {
    const SMTP_URL = "smtp://user:hush@mail.example.com";
    expect(() => loadEnv({ SMTP_URL })).toThrow("Setting SMTP_FROM is missing");
    for (const wrong of ["smtp://[", "smtp://anna:50%@mail.example.com"]) {
      expect(() => loadEnv({ SMTP_URL: wrong })).toThrow("Setting SMTP_URL must be a URL");
    }
    expect(loadEnv({ SMTP_URL, SMTP_FROM: "Gateway <sms@example.com>" }).smtpUrl).toBe(SMTP_URL);
  });
});
