import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { z } from "zod";
import type { Operation } from "@/lib/contracts/base/operation";
import { API_PATHS } from "@/lib/contracts/gateway/api-paths";
import { sendOtpOperation } from "@/lib/contracts/gateway/otp";
import { sendOperation } from "@/lib/contracts/gateway/send";
import { OPERATIONS } from "@/lib/contracts/operations";
import { redact, redactSentence } from "@/lib/requests/redact";
import { HOSTILE_JSON } from "@/tests/support/hostile/hostile-values";

const redacted = ({ logged }: Operation, parameters: Record<string, unknown>) =>
  JSON.parse(redact(logged, new Map(Object.entries(parameters))));

describe("what the log keeps of a send", () => {
  it("is its words and labels, the length of its text, and the first of its recipients", () => {
    const to = ["64211234567", "021 123 4568", "Your code is 482913", "64211234569", "64211234560"];
    const given = { to, body: "Kia ora", messageClass: "marketing", messageId: "order 1001", unicode: true };
    expect(redacted(sendOperation, { ...given, validityMinutes: 60 })).toEqual({
      ...given,
      to: ["64211234567", "021 123 4568", "(19 characters)", "and 2 more"],
      body: "(7 characters)",
      validityMinutes: 60,
    });
  });

  it("has of what it does not know the name alone, and counts names that may be none", () => {
    const given = {
      messageClas: "marketing",
      password: "correct horse",
      csk_48Qx: 1,
      userId: "a@example.com",
    };
    const kept = { messageClas: "•••", password: "•••", userId: "•••", "…": 1 };
    expect(redacted(sendOperation, given)).toEqual(kept);
    expect(redacted(sendOperation, { constructor: "x" })).toEqual({ constructor: "•••" });
  });

  it("stays as short whatever names a caller invents, and however many", () => {
    const letters = (nth: number) =>
      nth.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)] ?? "");
    const names = Array.from({ length: 20_000 }, (_, nth) => `${"x".repeat(nth % 40)}${letters(nth)}`);
    const json = redact(sendOperation.logged, new Map(names.map((name) => [name, "x".repeat(1_000)])));
    const { "…": omitted, ...kept } = JSON.parse(json);
    expect(json.length).toBeLessThanOrEqual(2_048);
    for (const [name, value] of Object.entries(kept))
      expect([name.length <= 32, value]).toEqual([true, "•••"]);
    expect(Object.keys(kept).length + omitted).toBe(new Set(names).size);
  });

  it("has no text that stands where a word belongs", () => {
    const given = {
      messageClass: "Your code is 482913",
      from: "5".repeat(41),
      body: ["Your code is 482913"],
    };
    expect(redacted(sendOperation, given)).toEqual({
      messageClass: "(19 characters)",
      from: "(41 characters)",
      body: "(list of 1)",
    });
  });
});

describe("the sentence of an error", () => {
  const told = (sentence: string, given: Record<string, unknown>) =>
    redactSentence(sentence, sendOperation.logged, new Map(Object.entries(given)));

  it("ends where it would quote what the log does not keep", () => {
    const text = "Don't tell: 482913 is your code";
    const sentence = `Parameter 'to': '${text}' is not a phone number.`;
    expect(told(sentence, { to: text })).toBe("Parameter 'to': •••");
    expect(told("Parameter 'Code 482913' is given more than once.", {})).toBe(
      "Parameter '•••' is given more than once.",
    );
  });

  it("ends there however the value begins: a pair of surrogates may be cut, and a sender has no spaces around it", () => {
    const text = "Don't t🌿ll: 482913 is your code";
    expect(told(`Parameter 'to': '${text}' is not a phone number.`, { to: text })).toBe(
      "Parameter 'to': •••",
    );
    expect(told(`This account may not send from '${text}'.`, { from: ` ${text} ` })).toBe(
      "This account may not send from •••",
    );
    expect(told("This account may not send from ''.", { from: "  " })).toBe(
      "This account may not send from '•••'.",
    );
  });

  it("keeps numbers and the names of parameters", () => {
    const sentences = [
      "Parameter 'to': '12' is not a phone number of 6 to 15 digits in international form.",
      "Parameter 'messageClass' must be 'transactional' or 'marketing'.",
    ];
    for (const sentence of sentences) expect(told(sentence, { to: "12", messageClass: "x" })).toBe(sentence);
  });
});

it("keeps a URL without its credentials and its query string", () => {
  const configure = OPERATIONS.find(({ id }) => id === "configure") as Operation;
  const url = "https://user:secret@example.com/hook?token=secret#secret";
  expect(redacted(configure, { webhook_url: url })).toEqual({ webhook_url: "https://example.com/hook" });
  expect(redacted(configure, { webhook_url: "no secret" })).toEqual({ webhook_url: "(9 characters)" });
  expect(redacted(configure, { webhook_url: "x" })).toEqual({ webhook_url: "(1 character)" });
});

test("no secret and no code of a request is ever in the log, and what is there is short JSON", () => {
  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()), fc.constant(null));
  const secret = fc.stringMatching(/^~[a-z]{12}~$/);
  const code = fc.oneof(fc.stringMatching(/^\d{4,8}$/), fc.integer({ min: 1000, max: 99_999_999 }));
  const others = fc.dictionary(fc.string(), value, { maxKeys: 100 });
  const about = fc.record({
    code,
    secret,
    others,
    label: fc.string(),
    operation: fc.constantFrom(...OPERATIONS),
  });
  fc.assert(
    fc.property(about, ({ code, secret, others, label, operation }) => {
      const hidden = { password: secret, client_secret: secret, key: secret, api_key: secret, secret };
      const texts = { body: secret, message: secret, msgComment: secret, msgCompany: secret, name: secret };
      const withCode = { msgCode: code, rateCode: `${label}${code}`, to: `64${code}`, from: code };
      const otp = operation.id === sendOtpOperation.id ? withCode : {};
      const given = new Map<string, unknown>(Object.entries({ ...others, ...hidden, ...texts, ...otp }));
      const json = redact(operation.logged, given);
      expect(json.length).toBeLessThanOrEqual(2_048);
      expect(() => JSON.parse(json)).not.toThrow();
      expect(json).not.toContain(secret);
      if (operation.id !== sendOtpOperation.id) return;
      const kept = JSON.parse(json);
      for (const name of Object.keys(withCode)) expect(String(kept[name] ?? "")).not.toContain(String(code));
    }),
    { numRuns: 500 },
  );
});

it.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  "is short JSON whatever JSON a parameter of %s is",
  (_, { logged }) => {
    for (const json of HOSTILE_JSON) {
      const given = new Map(Object.keys(logged).map((name): [string, unknown] => [name, JSON.parse(json)]));
      expect(() => JSON.parse(redact(logged, given)), json).not.toThrow();
      expect(() => redactSentence("Parameter 'x' is wrong.", logged, given), json).not.toThrow();
    }
  },
);

it("hides a one-time code that stands in a list, or between spaces", () => {
  for (const msgCode of [["1234", "482913"], " 482913 ", 482913, [482913]]) {
    const given = { msgCode, rateCode: "login-482913" };
    expect(redacted(sendOtpOperation, given)).toEqual({ msgCode: "•••", rateCode: "login-******" });
  }
});

it("names the kind of a URL that is no text", () => {
  const configure = OPERATIONS.find(({ id }) => id === "configure") as Operation;
  for (const [value, kept] of [
    [{ toString: 1 }, "(object)"],
    [["https://example.com"], "(list of 1)"],
    [7, "(number)"],
  ])
    expect(redacted(configure, { webhook_url: value })).toEqual({ webhook_url: kept });
});

it("can be looked for by the path of every operation", () => {
  expect([...API_PATHS].sort()).toEqual([...new Set(OPERATIONS.map(({ path }) => path))].sort());
});

describe("every parameter says how it is logged", () => {
  const PASSWORDS = ["client_secret", "key", "secret", "api_key"];
  const shapeOf = (schema: z.ZodType | undefined) =>
    Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});
  test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))("%s", (_, operation) => {
    const names = [...shapeOf(operation.request), ...shapeOf(operation.query)];
    const undeclared = names.filter((name) => !Object.hasOwn(operation.logged, name));
    expect(undeclared.filter((name) => !PASSWORDS.includes(name))).toEqual([]);
    expect(PASSWORDS.filter((name) => Object.hasOwn(operation.logged, name))).toEqual([]);
  });
});
