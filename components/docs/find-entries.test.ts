import { expect, it } from "vitest";
import { findEntries } from "@/components/docs/find-entries";

const entry = (title: string, text = "", page = "Guide") => ({ page, title, href: `/docs#${title}`, text });

it("finds what has every word, titles first", () => {
  const entries = [
    entry("Retrying", "What to do about time-outs."),
    entry("Idempotency-Key", "Retry without sending twice."),
    entry("A key", "Other"),
    entry("Key", "First"),
  ];
  const titles = (text: string) => findEntries(entries, text).map(({ title }) => title);
  expect(titles("key")).toEqual(["Key", "Idempotency-Key", "A key"]);
  expect(titles("  TWICE retry ")).toEqual(["Idempotency-Key"]);
  expect(titles("guide time-outs")).toEqual(["Retrying"]);
  expect(titles("nothing like it")).toEqual([]);
  expect(titles(" ")).toEqual([]);
});

it("shows no more than a screen of results, and reads no more than a line", () => {
  const many = Array.from({ length: 100 }, (_, index) => entry(`key ${index}`));
  expect(findEntries(many, "key")).toHaveLength(20);
  expect(findEntries(many, `key${" ".repeat(100)}nothing`)).toHaveLength(20);
});
