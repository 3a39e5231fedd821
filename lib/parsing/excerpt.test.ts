import { expect, test } from "vitest";
import { excerpt } from "@/lib/parsing/excerpt";

test.each([
  ["a text that is short enough", "Kia ora", 7, "Kia ora"],
  ["a longer one", "Kia ora", 3, "Kia"],
  ["a pair that would be cut", "ab🌿c", 3, "ab"],
  ["a pair that just fits", "ab🌿c", 4, "ab🌿"],
  ["half a pair", "a\ud83c", 5, "a\ufffd"],
  ["another half at the cut", "a\udf3fb", 2, "a\ufffd"],
  ["several lines", "a\r\nb\u0085c", 9, "a  b c"],
])("excerpt of %s", (_, text, most, expected) => {
  expect(excerpt(text, most)).toBe(expected);
});
