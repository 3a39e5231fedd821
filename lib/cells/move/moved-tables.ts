/**
 * The way from a row to its account. `account_id`, `id`: the column with the account's id. The other names are rows
 * of `PARENTS`, which have the account.
 */
export type FoundBy = "account_id" | "id" | "message" | "key" | "event" | "list" | "import" | "payment";

/** Tables of rows that other rows belong to, and the column that refers to them. */
export const PARENTS: Readonly<
  Record<Exclude<FoundBy, "account_id" | "id">, { table: string; column: string }>
> = {
  message: { table: "messages", column: "message_id" },
  key: { table: "api_keys", column: "api_key_id" },
  event: { table: "webhook_deliveries", column: "delivery_id" },
  list: { table: "contact_lists", column: "list_id" },
  import: { table: "contact_imports", column: "import_id" },
  payment: { table: "card_payments", column: "payment_id" },
};

/**
 * The treatment of a change in a cell that the account is not in. `refused`: an error sends the caller to the other
 * cell. `worked`: inserts are rejected, and changes of existing rows, which workers make, are skipped. `derived`: all
 * are skipped.
 */
export type BehindFence = "refused" | "worked" | "derived";

/**
 * A table whose rows move with an account.
 * - `order`: the order of rows that refer to each other.
 * - `size`: the number of large rows that are read at once.
 * - `when`: the time of the copy. `early` is while the account is in use. `held` is while changes wait, since workers
 *   of both cells would use the rows. `after` is after the commit, because the other cell may have newer rows. `anew`
 *   is no copy: the rows are rebuilt from other rows.
 */
export type MovedTable = {
  table: string;
  by: FoundBy;
  behind: BehindFence;
  when: "early" | "held" | "after" | "anew";
  order?: string;
  size?: number;
};

const moved = (
  table: string,
  behind: BehindFence = "refused",
  further: Partial<Omit<MovedTable, "table" | "behind">> = {},
): MovedTable => ({ table, behind, by: "account_id", when: "early", ...further });

const LARGE = { size: 20 };

/** The tables whose rows move with an account. A table comes after the tables that it refers to. */
export const MOVED_TABLES: readonly MovedTable[] = [
  moved("accounts", "refused", { by: "id" }),
  moved("memberships"),
  moved("sessions"),
  moved("invitations", "worked"),
  moved("api_keys", "worked"),
  moved("access_tokens", "worked", { by: "key" }),
  moved("known_addresses", "worked"),
  moved("recovery_codes"),
  moved("password_resets", "worked"),
  moved("approved_domains"),
  moved("domain_requests"),
  moved("blocked_numbers"),
  moved("card_payments"),
  moved("card_disputes", "refused", { by: "payment" }),
  moved("saved_cards"),
  moved("auto_top_up_payments", "worked"),
  moved("billing_days"),
  moved("carrier_days"),
  moved("usage_alerts", "worked"),
  moved("ledger_entries", "refused", { order: "created_at, id" }),
  moved("messages", "worked"),
  moved("carrier_submissions", "worked", { by: "message" }),
  moved("delivery_reports", "worked", { by: "message" }),
  moved("email_submissions", "worked", { by: "message" }),
  moved("bulk_sends", "worked", LARGE),
  moved("webhook_endpoints"),
  moved("webhook_secrets", "worked"),
  moved("inbound_messages", "worked"),
  moved("conversation_tags"),
  moved("message_templates"),
  moved("contact_books"),
  moved("contacts"),
  moved("contact_fields"),
  moved("contact_lists"),
  moved("contact_list_members", "refused", { by: "list" }),
  moved("contact_imports", "worked"),
  moved("contact_import_rows", "worked", { by: "import" }),
  moved("send_drafts", "refused", LARGE),
  moved("reply_rules"),
  moved("auto_replies", "worked"),
  moved("rule_actions", "worked"),
  moved("activities", "worked"),
  moved("api_requests", "worked"),
  moved("api_request_chunks", "worked", LARGE),
  moved("integrations"),
  moved("integration_calls", "worked"),
  moved("email_senders"),
  moved("idempotency_keys", "worked", LARGE),
  moved("emails", "worked"),
  moved("webhook_deliveries", "worked"),
  moved("webhook_attempts", "worked", { by: "event" }),
  moved("message_queue", "worked"),
  moved("auto_top_ups", "refused", { when: "held" }),
  moved("last_senders", "worked", { when: "after" }),
  moved("message_words", "derived", { when: "anew" }),
  moved("message_numbers", "derived", { when: "anew" }),
];

/** The tables whose rows do not move with an account, and the reasons. */
export const STAYING_TABLES: Readonly<Record<string, string>> = {
  account_views: "They are home's, like administrators, and find their account in any cell.",
  auth_failures: "Wrong passwords are counted in the cell where they were tried.",
  book_audits: "Each cell audits its own books.",
  blocked_destinations: "All cells share them.",
  card_detachments: "They name no account: the cell with the row calls Stripe.",
  carrier_error_rules: "All cells share them.",
  carrier_events: "They belong to a network and a cell.",
  carrier_figures: "They belong to a network and a cell.",
  carrier_latencies: "They belong to a network and a cell.",
  carrier_links: "They belong to a network and a cell.",
  carrier_loads: "They belong to a network and a cell.",
  carrier_senders: "All cells share them.",
  carriers: "All cells share them.",
  cell_addresses: "The directory is home's, and changes with the move.",
  account_move: "It is the move.",
  move_changes: "It is part of the move.",
  move_fence: "It is part of the move.",
  moved_accounts: "It is the result of the move.",
  inbound_keywords: "All cells share them, and their accounts may be in any cell.",
  inbound_parts: "They wait for the other parts in the cell of their link.",
  inbound_seen: "Networks repeat on the link that they came by.",
  lock_rows: "Each cell has its own.",
  network_prefixes: "All cells share them.",
  networks: "All cells share them.",
  networks_document: "It is home's.",
  parked_reports: "They are passed on to the cell of their message.",
  ported_numbers: "Each cell has all of them.",
  rates: "All cells share them.",
  readiness: "It belongs to a cell.",
  reset_requests: "They wait for moments only, in the cell where they were made.",
  route_targets: "All cells share them.",
  routes: "All cells share them, and their accounts may be in any cell.",
  routes_version: "It belongs to a cell.",
  search_position: "It belongs to a cell.",
  shared_copy: "It belongs to a cell.",
  shortcodes: "All cells share them, and their owners may be in any cell.",
  simulated_messages: "They are the simulated network's, whose reports find their message in any cell.",
  simulated_reports: "They are the simulated network's, whose reports find their message in any cell.",
  unreadable_reports: "They belong to a network and a cell.",
};
