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
  type ActingRole,
  type AllowedRoles,
  BILLING_READERS_AND_VIEWERS,
  DEVELOPERS,
  EVERYONE,
  EVERYONE_AND_VIEWERS,
  isAllowed,
  READERS_AND_VIEWERS,
  SENDERS,
} from "@/lib/contracts/base/roles";

/** A page in the navigation. */
export type Place = {
  href: string;
  title: string;
  /** The title in a phone's tab bar, if the usual title is too long. */
  short?: string;
  /** The key that opens the page after `g`. */
  key?: string;
  icon: LucideIcon;
  /** The roles that can use the page. Default: every role. */
  roles?: AllowedRoles;
};

export type PlaceGroup = { title: string; places: readonly Place[] };

const OVERVIEW: Place = {
  href: "/overview",
  title: "Overview",
  key: "o",
  icon: ChartColumn,
  roles: EVERYONE_AND_VIEWERS,
};
const SEND: Place = { href: "/send", title: "Send", key: "s", icon: Send, roles: SENDERS };
const MESSAGES: Place = {
  href: "/messages",
  title: "Messages",
  key: "m",
  icon: MessagesSquare,
  roles: READERS_AND_VIEWERS,
};
const INBOX: Place = { href: "/inbox", title: "Inbox", key: "i", icon: Inbox, roles: READERS_AND_VIEWERS };
const HANDSET: Place = {
  href: "/handset",
  title: "Handset",
  key: "h",
  icon: Smartphone,
  roles: READERS_AND_VIEWERS,
};
const BILLING: Place = {
  href: "/billing",
  title: "Billing",
  key: "b",
  icon: Receipt,
  roles: BILLING_READERS_AND_VIEWERS,
};
const PEOPLE: Place = {
  href: "/people",
  title: "People",
  key: "j",
  icon: Users,
  roles: EVERYONE_AND_VIEWERS,
};
const SETTINGS: Place = { href: "/settings", title: "Settings", key: "t", icon: Settings };
const ADMIN: Place = { href: "/admin", title: "Administration", key: "a", icon: ShieldCheck };

const MEMBER_TABS = [OVERVIEW, SEND, MESSAGES, INBOX] as const;

/** The number of pages in a phone's bottom bar, besides the button that opens the menu. */
const TABS = 4;

/** Returns the pages of a phone's bottom bar: the most important of the pages that a role can use. */
export function memberTabs(role: ActingRole): readonly Place[] {
  return [...MEMBER_TABS, BILLING, PEOPLE, SETTINGS].filter(isFor(role)).slice(0, TABS);
}

const isFor =
  (role: ActingRole) =>
  ({ roles = EVERYONE }: Place): boolean =>
    isAllowed(roles, role);

/** Returns groups with only the pages that a role can use. */
export function groupsFor(groups: readonly PlaceGroup[], role: ActingRole): readonly PlaceGroup[] {
  return groups
    .map(({ title, places }) => ({ title, places: places.filter(isFor(role)) }))
    .filter(({ places }) => places.length > 0);
}

/** Returns the page at an address if a role cannot use it. */
export function placeNotFor(
  groups: readonly PlaceGroup[],
  pathname: string,
  role: ActingRole,
): Place | undefined {
  const place = groups.flatMap(({ places }) => places).find((each) => isAt(pathname, each));
  return place && !isFor(role)(place) ? place : undefined;
}

/**
 * Returns the pages of the Members Area for all roles.
 * @param isSimulated true if the network is the simulator, whose handsets have a page.
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
        { href: "/sends", title: "Sends", key: "l", icon: Layers, roles: READERS_AND_VIEWERS },
        { href: "/contacts", title: "Contacts", key: "f", icon: ContactRound, roles: READERS_AND_VIEWERS },
        { href: "/templates", title: "Templates", key: "u", icon: FileText, roles: READERS_AND_VIEWERS },
        {
          href: "/auto-replies",
          title: "Auto replies",
          key: "p",
          icon: MessageSquareReply,
          roles: READERS_AND_VIEWERS,
        },
        {
          href: "/blocked-numbers",
          title: "Blocked numbers",
          key: "n",
          icon: Ban,
          roles: READERS_AND_VIEWERS,
        },
        { href: "/domains", title: "Approved domains", key: "d", icon: Globe, roles: READERS_AND_VIEWERS },
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
        { href: "/docs", title: "Documentation", icon: BookOpen, roles: EVERYONE_AND_VIEWERS },
      ],
    },
    {
      title: "Account",
      places: [BILLING, PEOPLE, SETTINGS, ...(isAdmin ? [ADMIN] : [])],
    },
  ];
}

/** Returns true if a path is a page or below it. */
export function isAt(pathname: string, { href }: Place): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
