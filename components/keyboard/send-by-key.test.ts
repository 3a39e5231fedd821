import { expect, it } from "vitest";
import { isSendKey } from "@/components/keyboard/send-by-key";

const enter = {
  key: "Enter",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
};

it.each([{ ctrlKey: true }, { metaKey: true }])("sends by Enter with %o", (held) => {
  expect(isSendKey({ ...enter, ...held })).toBe(true);
});

it.each([
  {},
  { ctrlKey: true, key: "a" },
  { ctrlKey: true, shiftKey: true },
  { ctrlKey: true, altKey: true },
  { ctrlKey: true, repeat: true },
  { ctrlKey: true, isComposing: true },
])("does not send by %o", (pressed) => {
  expect(isSendKey({ ...enter, ...pressed })).toBe(false);
});
