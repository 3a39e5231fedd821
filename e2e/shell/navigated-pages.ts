import { expect } from "@playwright/test";
import { ADMIN_PLACES } from "@/components/shell/admin-places";
import { memberGroups, type Place } from "@/components/shell/places";

/** The addresses in the navigation: pages of messages, other pages of members, and pages of Administration. */
export type NavigatedPages = Record<"messaging" | "others" | "administration", readonly string[]>;

const hrefsOf = (places: readonly Place[]) => places.map(({ href }) => href);

/**
 * Returns the addresses in the navigation without the documentation and the handset, which have lists of
 * their own.
 */
export function navigatedPages(): NavigatedPages {
  const [messages, ...others] = memberGroups({ isAdmin: false, isSimulated: false });
  const pages = {
    messaging: hrefsOf(messages?.places ?? []),
    others: hrefsOf(others.flatMap(({ places }) => places)).filter((href) => href !== "/docs"),
    administration: ["/admin", ...hrefsOf(ADMIN_PLACES)],
  };
  // Too few pages would make the test pass without a check.
  expect(pages.messaging.length).toBeGreaterThanOrEqual(10);
  expect(pages.others.length).toBeGreaterThanOrEqual(7);
  expect(pages.administration.length).toBeGreaterThanOrEqual(10);
  return pages;
}
