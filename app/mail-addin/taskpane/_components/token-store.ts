/** A store for the add-in's token between visits. */
export type TokenStore = {
  /** The name of the place, for the person who pastes a token. */
  place: string;
  read(): string | null;
  keep(token: string): void;
  remove(): void;
};

const NAME = "mail-addin-token";

/**
 * Stores the token in this browser. If the browser blocks storage, as in some frames, the token lasts as long
 * as the page.
 */
export const browserTokens: TokenStore = {
  place: "in this browser",
  read: () => quietly(() => localStorage.getItem(NAME)) ?? null,
  keep: (token) => quietly(() => localStorage.setItem(NAME, token)),
  remove: () => quietly(() => localStorage.removeItem(NAME)),
};

/** Returns a store in the mailbox's settings. Outlook copies them to each of its owner's computers. */
export function mailboxTokens(settings: Office.RoamingSettings): TokenStore {
  const saved = () => settings.saveAsync(() => {});
  return {
    place: "with your mailbox",
    read: () => (settings.get(NAME) as string | undefined) ?? null,
    keep: (token) => {
      settings.set(NAME, token);
      saved();
    },
    remove: () => {
      settings.remove(NAME);
      saved();
    },
  };
}

function quietly<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
