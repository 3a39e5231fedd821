import {
  BookOpen,
  Keyboard,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  PenLine,
  Search,
  Sparkles,
  Sun,
  Wallet,
} from "lucide-react";
import type { PlaceGroup } from "@/components/shell/places";
import type { Target } from "@/components/shell/use-shortcuts";

/** An entry of the palette and of the sheet of shortcuts. */
export type Command = {
  title: string;
  group: string;
  icon: LucideIcon;
  /** Pressed one after the other, outside of fields. */
  keys?: readonly string[];
  /** Further words that find the command. */
  words?: string;
} & Target;

const GROUP = "Actions";

const ACTIONS: readonly Command[] = [
  {
    title: "New message",
    group: GROUP,
    icon: PenLine,
    keys: ["c"],
    href: "/send",
    words: "send compose sms text",
  },
  { title: "Find anything", group: GROUP, icon: Search, keys: ["/"], action: "find", words: "search" },
  { title: "Add money", group: GROUP, icon: Wallet, href: "/billing", words: "top up balance pay" },
  { title: "Documentation", group: GROUP, icon: BookOpen, href: "/docs", words: "help api guides" },
  {
    title: "What’s new",
    group: GROUP,
    icon: Sparkles,
    href: "/docs/changelog",
    words: "changelog changes news",
  },
  {
    title: "Keyboard shortcuts",
    group: GROUP,
    icon: Keyboard,
    keys: ["?"],
    action: "shortcuts",
    words: "keys help",
  },
  { title: "Dark theme", group: GROUP, icon: Moon, action: "dark", words: "colours appearance night" },
  { title: "Light theme", group: GROUP, icon: Sun, action: "light", words: "colours appearance day" },
  { title: "System theme", group: GROUP, icon: Monitor, action: "system", words: "colours appearance" },
  { title: "Sign out", group: GROUP, icon: LogOut, action: "sign-out", words: "log out leave" },
];

/** Returns all commands, each once: the actions, and the pages of some groups. */
export function commandsOf(groups: readonly PlaceGroup[]): readonly Command[] {
  const pages = groups.flatMap(({ title: group, places }) =>
    places.map(({ href, title, icon, key }) => ({
      href,
      title,
      icon,
      group,
      words: group,
      ...(key === undefined ? {} : { keys: ["g", key] }),
    })),
  );
  // An action on a page is offered only if the page is.
  const actions = ACTIONS.filter(
    (action) => !("href" in action) || pages.some(({ href }) => href === action.href),
  );
  return [...actions, ...pages.filter(({ title }) => !actions.some((action) => action.title === title))];
}

/**
 * Returns the commands that contain every word of a text. Commands whose title begins with the text come
 * first.
 */
export function findCommands(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const isFound = ({ title, words: more = "" }: Command) => {
    const own = `${title} ${more}`.toLowerCase();
    return words.every((word) => own.includes(word));
  };
  const found = commands.filter(isFound);
  const isFirst = ({ title }: Command) => title.toLowerCase().startsWith(wanted);
  return [...found.filter(isFirst), ...found.filter((command) => !isFirst(command))];
}
