/**
 * What credentials of a kind look like: the kind, the number of the account's cell where that is not home, and what is random
 * (rules: cells). It knows no credential; whoever pastes half of one is told so at once.
 */
export function credentialForm(kind: "cid" | "csk" | "isk"): RegExp {
  return new RegExp(`^${kind}_(?:[1-9]\\d{0,2}\\.)?[\\w-]{1,80}$`);
}
