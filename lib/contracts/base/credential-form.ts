/**
 * Returns the pattern of a kind of credential: the kind, the number of the account's cell unless it is home, and
 * random characters (rules: cells). It rejects an incomplete paste without a look-up.
 */
export function credentialForm(kind: "cid" | "csk" | "isk"): RegExp {
  return new RegExp(`^${kind}_(?:[1-9]\\d{0,2}\\.)?[\\w-]{1,80}$`);
}
