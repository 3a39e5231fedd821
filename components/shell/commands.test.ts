import { expect, it } from "vitest";
import { ADMIN_GROUPS } from "@/components/shell/admin-places";
import { commandsOf, findCommands } from "@/components/shell/commands";
import { memberGroups } from "@/components/shell/places";
import { readKey, type Shortcut, shortcutsOf } from "@/components/shell/use-shortcuts";

const GROUPS = [...memberGroups({ isAdmin: true, isSimulated: true }), ...ADMIN_GROUPS];
const COMMANDS = commandsOf(GROUPS);
const SHORTCUTS = shortcutsOf(GROUPS);

function press(...keys: string[]): string | undefined {
  let typed: readonly string[] = [];
  let pressed: Shortcut | undefined;
  for (const key of keys) {
    const read = readKey(SHORTCUTS, typed, key);
    typed = read.typed;
    pressed = read.shortcut;
  }
  return COMMANDS.find(({ keys }) => pressed && keys?.join() === pressed.keys.join())?.title;
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

it("lists the shortcuts that pages follow, and no others", () => {
  const targetOf = (each: Shortcut | (typeof COMMANDS)[number]) => ("href" in each ? each.href : each.action);
  const listed = COMMANDS.flatMap((each) => (each.keys ? [`${each.keys.join(" ")}: ${targetOf(each)}`] : []));
  const followed = SHORTCUTS.map((each) => `${each.keys.join(" ")}: ${targetOf(each)}`);
  expect([...listed].sort()).toEqual([...followed].sort());
  const withoutSend = GROUPS.map(({ title, places }) => ({
    title,
    places: places.filter(({ href }) => href !== "/send"),
  }));
  expect(shortcutsOf(withoutSend).some(({ keys }) => keys[0] === "c")).toBe(false);
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
