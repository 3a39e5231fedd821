import {
  Activity,
  BadgeDollarSign,
  ChartNoAxesCombined,
  Globe,
  Hash,
  MessageSquareDashed,
  MessageSquareText,
  RadioTower,
  UsersRound,
} from "lucide-react";
import type { Place, PlaceGroup } from "@/components/shell/places";

/** A page of Administration, and its purpose. */
type AdminPlace = Place & { what: string };

const HELD_DOMAINS: AdminPlace = {
  href: "/admin/domains",
  title: "Held domains",
  short: "Domains",
  icon: Globe,
  what: "Approve or reject domains that accounts request or have messages held for.",
};
const ACCOUNTS: AdminPlace = {
  href: "/admin/accounts",
  title: "Accounts",
  icon: UsersRound,
  what: "Open an account to adjust its balance, prices and permissions, or disable it.",
};
const MESSAGES: AdminPlace = {
  href: "/admin/messages",
  title: "All messages",
  short: "Messages",
  icon: MessageSquareText,
  what: "Find a message of any account by ID, number or words.",
};
const FIGURES: AdminPlace = {
  href: "/admin/figures",
  title: "Traffic and revenue",
  short: "Figures",
  icon: ChartNoAxesCombined,
  what: "Messages, charges, network costs and margin by day and account.",
};
const SHORTCODES: AdminPlace = {
  href: "/admin/shortcodes",
  title: "Shortcodes",
  icon: Hash,
  what: "Sender numbers and who can use them.",
};
const NETWORKS: AdminPlace = {
  href: "/admin/networks",
  title: "Networks",
  icon: RadioTower,
  what: "Connections to mobile networks, their health and routing.",
};
const RATES: AdminPlace = {
  href: "/admin/rates",
  title: "Rates",
  icon: BadgeDollarSign,
  what: "Prices per part by country.",
};
const UNROUTED: AdminPlace = {
  href: "/admin/inbound",
  title: "Unrouted messages",
  icon: MessageSquareDashed,
  what: "Inbound messages that match no account.",
};
const HEALTH: AdminPlace = {
  href: "/admin/health",
  title: "System health",
  short: "Health",
  icon: Activity,
  what: "Queues, webhook backlog and carrier status.",
};

/** The pages of Administration, each with its purpose. */
export const ADMIN_PLACES: readonly AdminPlace[] = [
  HELD_DOMAINS,
  ACCOUNTS,
  MESSAGES,
  FIGURES,
  SHORTCODES,
  NETWORKS,
  RATES,
  UNROUTED,
  HEALTH,
];

/** The same pages in groups, for the navigation. */
export const ADMIN_GROUPS: readonly PlaceGroup[] = [
  { title: "Customers", places: [HELD_DOMAINS, ACCOUNTS, MESSAGES, FIGURES] },
  { title: "Sending", places: [SHORTCODES, NETWORKS, RATES] },
  { title: "System", places: [HEALTH, UNROUTED] },
];

/** The pages in a phone's bottom bar. The bar's last button opens the menu. */
export const ADMIN_TABS = [HELD_DOMAINS, ACCOUNTS, NETWORKS, HEALTH] as const;
