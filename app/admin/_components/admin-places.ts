/** The places of Administration. */
export const ADMIN_PLACES = [
  {
    href: "/admin/domains",
    title: "Held domains",
    what: "Domains that accounts ask for, and that messages are held for: approve or reject.",
  },
  {
    href: "/admin/accounts",
    title: "Accounts",
    what: "Open an account, adjust its balance, its prices and what it may do, or disable it.",
  },
  {
    href: "/admin/shortcodes",
    title: "Shortcodes",
    what: "The numbers that messages go out from, and who may use them.",
  },
  {
    href: "/admin/networks",
    title: "Networks",
    what: "The ways into mobile networks: how they are, and which messages go where.",
  },
  { href: "/admin/rates", title: "Rates", what: "Prices per part, by country." },
  {
    href: "/admin/inbound",
    title: "Unrouted messages",
    what: "Messages from mobile users that belong to no account.",
  },
  {
    href: "/admin/health",
    title: "System health",
    what: "How much waits and since when, the webhooks' backlog, and the carrier.",
  },
];
