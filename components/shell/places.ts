import {
  Ban,
  BookOpen,
  ChartColumn,
  ContactRound,
  FileText,
  Globe,
  Inbox,
  KeyRound,
  Layers,
  type LucideIcon,
  MessageSquareReply,
  MessagesSquare,
  Plug,
  Receipt,
  ScrollText,
  Send,
  Settings,
  ShieldCheck,
  Smartphone,
  Users,
  Webhook,
} from "lucide-react";
import {
  type Allowed,
  BILLING_READERS,
  DEVELOPERS,
  EVERYONE,
  isAllowed,
  READERS,
  type Role,
  SENDERS,
} from "@/lib/contracts/base/roles";

/** A page that the navigation leads to. */
export type Place = {
  href: string;
  title: string;
  /** Its title in a phone's bar of tabs, where the other is too long for that. */
  short?: string;
  /** The key that leads there after `g`. */
  key?: string;
  icon: LucideIcon;
  /** Whose roles can use it; everybody's where it is not said. */
  roles?: Allowed;
};

export type PlaceGroup = { title: string; places: readonly Place[] };

const OVERVIEW: Place = { href: "/overview", title: "Overview", key: "o", icon: ChartColumn };
const SEND: Place = { href: "/send", title: "Send", key: "s", icon: Send, roles: SENDERS };
const MESSAGES: Place = {
  ...{ href: "/messages", title: "Messages", key: "m", icon: MessagesSquare },
  roles: READERS,
};
const INBOX: Place = { href: "/inbox", title: "Inbox", key: "i", icon: Inbox, roles: READERS };
const HANDSET: Place = { href: "/handset", title: "Handset", key: "h", icon: Smartphone, roles: READERS };
const BILLING: Place = {
  ...{ href: "/billing", title: "Billing", key: "b", icon: Receipt },
  roles: BILLING_READERS,
};
const PEOPLE: Place = { href: "/people", title: "People", key: "j", icon: Users, roles: EVERYONE };
const SETTINGS: Place = { href: "/settings", title: "Settings", key: "t", icon: Settings };
const ADMIN: Place = { href: "/admin", title: "Administration", key: "a", icon: ShieldCheck };

const MEMBER_TABS = [OVERVIEW, SEND, MESSAGES, INBOX] as const;

/** How many pages stand in a phone's bottom bar, beside the button that opens the menu. */
const TABS = 4;

/** What a phone's bottom bar leads to: of the pages that a role can use, those that it needs the most. */
export function memberTabs(role: Role): readonly Place[] {
  return [...MEMBER_TABS, BILLING, PEOPLE, SETTINGS].filter(isFor(role)).slice(0, TABS);
}

const isFor =
  (role: Role) =>
  ({ roles = EVERYONE }: Place): boolean =>
    isAllowed(roles, role);

/** Groups with the pages alone that a role can use. */
export function groupsFor(groups: readonly PlaceGroup[], role: Role): readonly PlaceGroup[] {
  return groups
    .map(({ title, places }) => ({ title, places: places.filter(isFor(role)) }))
    .filter(({ places }) => places.length > 0);
}

/** The page at an address, where it is one that a role cannot use. */
export function placeNotFor(groups: readonly PlaceGroup[], pathname: string, role: Role): Place | undefined {
  const place = groups.flatMap(({ places }) => places).find((each) => isAt(pathname, each));
  return place && !isFor(role)(place) ? place : undefined;
}

/**
 * The pages of the Members Area, whoever can use them.
 * @param isSimulated whether the network is the simulator, whose phones can be looked at.
 */
export function memberGroups({
  isAdmin,
  isSimulated,
}: {
  isAdmin: boolean;
  isSimulated: boolean;
}): readonly PlaceGroup[] {
  return [
    {
      title: "Messaging",
      places: [
        ...MEMBER_TABS,
        { href: "/sends", title: "Sends", key: "l", icon: Layers, roles: READERS },
        { href: "/contacts", title: "Contacts", key: "f", icon: ContactRound, roles: READERS },
        { href: "/templates", title: "Templates", key: "u", icon: FileText, roles: READERS },
        { href: "/auto-replies", title: "Auto replies", key: "p", icon: MessageSquareReply, roles: READERS },
        { href: "/blocked-numbers", title: "Blocked numbers", key: "n", icon: Ban, roles: READERS },
        { href: "/domains", title: "Approved domains", key: "d", icon: Globe, roles: READERS },
      ],
    },
    {
      title: "Developers",
      places: [
        { href: "/api-keys", title: "API keys", key: "k", icon: KeyRound, roles: DEVELOPERS },
        { href: "/requests", title: "Requests", key: "r", icon: ScrollText, roles: DEVELOPERS },
        { href: "/webhooks", title: "Webhooks", key: "w", icon: Webhook, roles: DEVELOPERS },
        { href: "/integrations", title: "Integrations", key: "e", icon: Plug, roles: DEVELOPERS },
        ...(isSimulated ? [HANDSET] : []),
        { href: "/docs", title: "Documentation", icon: BookOpen },
      ],
    },
    {
      title: "Account",
      places: [BILLING, PEOPLE, SETTINGS, ...(isAdmin ? [ADMIN] : [])],
    },
  ];
}

/** Whether a page is a place, or one below it. */
export function isAt(pathname: string, { href }: Place): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
