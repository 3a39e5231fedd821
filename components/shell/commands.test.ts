import { expect, it } from "vitest";
import { ADMIN_GROUPS } from "@/components/shell/admin-places";
import { commandsOf, findCommands, readKey } from "@/components/shell/commands";
import { memberGroups } from "@/components/shell/places";

const COMMANDS = commandsOf([...memberGroups({ isAdmin: true, isSimulated: true }), ...ADMIN_GROUPS]);

function press(...keys: string[]): string | undefined {
  let typed: readonly string[] = [];
  let title: string | undefined;
  for (const key of keys) {
    const read = readKey(COMMANDS, typed, key);
    typed = read.typed;
    title = read.command?.title;
  }
  return title;
}

it.each([
  [["c"], "New message"],
  [["?"], "Keyboard shortcuts"],
  [["/"], "Find anything"],
  [["g", "m"], "Messages"],
  [["g", "w"], "Webhooks"],
  [["g", "g", "b"], "Billing"],
  [["g", "c"], "New message"],
  [["m"], undefined],
  [["x", "g"], undefined],
])("reads %s as %s", (keys, title) => {
  expect(press(...keys)).toBe(title);
});

it("has no shortcut twice, and none that another one begins with", () => {
  const all = COMMANDS.flatMap(({ keys }) => (keys ? [keys.join(" ")] : []));
  expect(all.length).toBeGreaterThan(9);
  for (const keys of all) expect(all.filter((other) => other.startsWith(keys))).toEqual([keys]);
});

it("finds a command by words of its title or others, those that begin with them first", () => {
  const titles = (text: string) => findCommands(COMMANDS, text).map(({ title }) => title);
  expect(titles("s")[0]).toMatch(/^S/);
  expect(titles("top up")).toEqual(["Add money"]);
  expect(titles("documentation")).toEqual(["Documentation"]);
  expect(titles("  DOMAINS approved ")).toEqual(["Approved domains"]);
  expect(titles("nothing like it")).toEqual([]);
  expect(titles("")).toHaveLength(COMMANDS.length);
});
