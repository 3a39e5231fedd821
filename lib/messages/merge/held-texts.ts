import type { Queryable } from "@/lib/db/client";
import { unapprovedHosts, unapprovedHostsOf } from "@/lib/domains/unapproved-hosts";
import { GatewayError } from "@/lib/errors";
import type { OwnText } from "@/lib/messages/accept/submission";
import type { MergedText } from "@/lib/messages/merge/merged-texts";

/** The most unapproved hosts that the texts of one request link to: administrators decide on each. */
const MAX_HELD_HOSTS = 20;

/**
 * Returns the hosts that messages are held for (rules: held links), and if texts differ, each text with its own
 * hosts.
 * @throws GatewayError `invalid_parameter` for too many hosts.
 */
export async function heldTexts(
  db: Queryable,
  accountId: number,
  { merged, linkText }: { merged?: readonly MergedText[] | undefined; linkText: string },
): Promise<{ heldHosts: readonly string[]; own: OwnText[] | null }> {
  if (!merged) return { heldHosts: await unapprovedHosts(db, accountId, linkText), own: null };
  const hosts = await unapprovedHostsOf(
    db,
    accountId,
    merged.map(({ text }) => text),
  );
  const heldHosts = [...new Set(hosts.flat())].sort();
  if (heldHosts.length > MAX_HELD_HOSTS)
    throw new GatewayError(
      "invalid_parameter",
      `The texts link to ${heldHosts.length} hosts that are not approved; one request may link to ${MAX_HELD_HOSTS}.`,
    );
  const own = merged.map(({ text: body, encoding, parts }, place) => ({
    body,
    encoding,
    parts,
    heldHosts: hosts[place] ?? [],
  }));
  return { heldHosts, own };
}
