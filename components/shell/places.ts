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
  Webhook,
} from "lucide-react";

/** A page that the navigation leads to. */
export type Place = {
  href: string;
  title: string;
  /** Its title in a phone's bar of tabs, where the other is too long for that. */
  short?: string;
  /** The key that leads there after `g`. */
  key?: string;
  icon: LucideIcon;
};

export type PlaceGroup = { title: string; places: readonly Place[] };

const OVERVIEW: Place = { href: "/overview", title: "Overview", key: "o", icon: ChartColumn };
const SEND: Place = { href: "/send", title: "Send", key: "s", icon: Send };
const MESSAGES: Place = { href: "/messages", title: "Messages", key: "m", icon: MessagesSquare };
const INBOX: Place = { href: "/inbox", title: "Inbox", key: "i", icon: Inbox };
const HANDSET: Place = { href: "/handset", title: "Handset", key: "h", icon: Smartphone };
const ADMIN: Place = { href: "/admin", title: "Administration", key: "a", icon: ShieldCheck };

/** What a phone's bottom bar leads to; its last button opens the menu. */
export const MEMBER_TABS = [OVERVIEW, SEND, MESSAGES, INBOX] as const;

/**
 * The pages of the Members Area.
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
        { href: "/sends", title: "Sends", key: "l", icon: Layers },
        { href: "/contacts", title: "Contacts", key: "c", icon: ContactRound },
        { href: "/templates", title: "Templates", key: "u", icon: FileText },
        { href: "/auto-replies", title: "Auto replies", key: "p", icon: MessageSquareReply },
        { href: "/blocked-numbers", title: "Blocked numbers", key: "n", icon: Ban },
        { href: "/domains", title: "Approved domains", key: "d", icon: Globe },
      ],
    },
    {
      title: "Developers",
      places: [
        { href: "/api-keys", title: "API keys", key: "k", icon: KeyRound },
        { href: "/requests", title: "Requests", key: "r", icon: ScrollText },
        { href: "/webhooks", title: "Webhooks", key: "w", icon: Webhook },
        { href: "/integrations", title: "Integrations", key: "e", icon: Plug },
        ...(isSimulated ? [HANDSET] : []),
        { href: "/docs", title: "Documentation", icon: BookOpen },
      ],
    },
    {
      title: "Account",
      places: [
        { href: "/billing", title: "Billing", key: "b", icon: Receipt },
        { href: "/settings", title: "Settings", key: "t", icon: Settings },
        ...(isAdmin ? [ADMIN] : []),
      ],
    },
  ];
}

/** Whether a page is a place, or one below it. */
export function isAt(pathname: string, { href }: Place): boolean {
  return pathname === href || pathname.startsWith(`${href}/`);
}
