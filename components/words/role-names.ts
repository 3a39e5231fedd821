import type { Role } from "@/lib/contracts/base/roles";

/** The title of each role, and its permissions. */
export const ROLE_NAMES: Readonly<Record<Role, { title: string; may: string }>> = {
  owner: { title: "Owner", may: "Everything, including people and settings." },
  developer: { title: "Developer", may: "Sends, and manages API keys, webhooks and integrations." },
  sender: { title: "Sender", may: "Sends, replies and cancels. Manages templates and auto replies." },
  billing: { title: "Billing", may: "Adds money and manages alerts. Sees no messages." },
  "read-only": { title: "Read-only", may: "Sees messages and billing. Changes nothing." },
};
