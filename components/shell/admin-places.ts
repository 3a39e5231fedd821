import {
  Activity,
  BadgeDollarSign,
  Globe,
  Hash,
  MessageSquareDashed,
  RadioTower,
  UsersRound,
} from "lucide-react";
import type { Place, PlaceGroup } from "@/components/shell/places";

/** A page of Administration, and what it is for. */
type AdminPlace = Place & { what: string };

const HELD_DOMAINS: AdminPlace = {
  href: "/admin/domains",
  title: "Held domains",
  short: "Domains",
  icon: Globe,
  what: "Domains that accounts ask for, and that messages are held for: approve or reject.",
};
const ACCOUNTS: AdminPlace = {
  href: "/admin/accounts",
  title: "Accounts",
  icon: UsersRound,
  what: "Open an account, adjust its balance, its prices and what it may do, or disable it.",
};
const SHORTCODES: AdminPlace = {
  href: "/admin/shortcodes",
  title: "Shortcodes",
  icon: Hash,
  what: "The numbers that messages go out from, and who may use them.",
};
const NETWORKS: AdminPlace = {
  href: "/admin/networks",
  title: "Networks",
  icon: RadioTower,
  what: "The ways into mobile networks: how they are, and which messages go where.",
};
const RATES: AdminPlace = {
  href: "/admin/rates",
  title: "Rates",
  icon: BadgeDollarSign,
  what: "Prices per part, by country.",
};
const UNROUTED: AdminPlace = {
  href: "/admin/inbound",
  title: "Unrouted messages",
  icon: MessageSquareDashed,
  what: "Messages from mobile users that belong to no account.",
};
const HEALTH: AdminPlace = {
  href: "/admin/health",
  title: "System health",
  short: "Health",
  icon: Activity,
  what: "How much waits and since when, the webhooks' backlog, and the carrier.",
};

/** The pages of Administration, each with its purpose. */
export const ADMIN_PLACES: readonly AdminPlace[] = [
  HELD_DOMAINS,
  ACCOUNTS,
  SHORTCODES,
  NETWORKS,
  RATES,
  UNROUTED,
  HEALTH,
];

/** The same as its navigation shows them. */
export const ADMIN_GROUPS: readonly PlaceGroup[] = [
  { title: "Customers", places: [HELD_DOMAINS, ACCOUNTS] },
  { title: "Sending", places: [SHORTCODES, NETWORKS, RATES] },
  { title: "System", places: [HEALTH, UNROUTED] },
];

/** What a phone's bottom bar leads to; its last button opens the menu. */
export const ADMIN_TABS = [HELD_DOMAINS, ACCOUNTS, NETWORKS, HEALTH] as const;
