import { type OpenItem, readItem } from "@/app/mail-addin/taskpane/_components/open-item";
import {
  browserTokens,
  mailboxTokens,
  type TokenStore,
} from "@/app/mail-addin/taskpane/_components/token-store";
import { OFFICE_JS } from "@/lib/mail-addin/outlook-addresses";

/** The environment of the pane: Outlook beside an email, or a plain browser. */
export type Surroundings = {
  tokens: TokenStore;
  /** The open email. Null outside of Outlook, and if Outlook does not respond. */
  outlook: { readItem(): Promise<OpenItem>; onChange(changed: () => void): void } | null;
  /** A hint for the reader if there is no email. */
  note: string | null;
};

/** The time that Office.js has to load and connect to Outlook, in milliseconds. */
const PATIENCE_MS = 15_000;

const PLAIN: Surroundings = {
  tokens: browserTokens,
  outlook: null,
  note: "Open this pane next to an email in Outlook to pick numbers from it.",
};

const SILENT: Surroundings = {
  ...PLAIN,
  note: "Outlook can’t share this email. Enter the numbers yourself, or reopen the pane.",
};

let opened: Promise<Surroundings> | undefined;

/**
 * Detects the environment of the pane once. Loads Office.js in Outlook only: elsewhere the page requests
 * nothing from other servers.
 */
export function openSurroundings(): Promise<Surroundings> {
  opened ??= isInOutlook() ? openOutlook().catch(() => SILENT) : Promise.resolve(PLAIN);
  return opened;
}

/**
 * Returns true in Outlook, which is named in the page's address, or on the web in the frame's name. Office.js
 * uses the same test.
 */
function isInOutlook(): boolean {
  if (/[?&]_host_info=/i.test(location.search)) return true;
  try {
    return typeof JSON.parse(window.name).hostInfo === "string";
  } catch {
    return false;
  }
}

async function openOutlook(): Promise<Surroundings> {
  await inTime(loadOffice());
  const { mailbox, roamingSettings } = Office.context;
  return {
    tokens: mailboxTokens(roamingSettings),
    outlook: {
      readItem: () => readItem(mailbox.item),
      // A pinned pane stays open from one email to the next. An Outlook without pinning sends no event.
      onChange: (changed) => mailbox.addHandlerAsync?.(Office.EventType.ItemChanged, changed),
    },
    note: null,
  };
}

async function loadOffice(): Promise<void> {
  // Office.js removes these functions from every page because of old browsers, and Next's router needs them.
  const { pushState, replaceState } = history;
  const giveBack = () => Object.assign(history, { pushState, replaceState });
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = OFFICE_JS;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Can’t load Office.js."));
    document.head.append(script);
  }).finally(giveBack);
  await Office.onReady();
  giveBack();
}

function inTime<Value>(awaited: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("Outlook isn’t responding.")), PATIENCE_MS);
  });
  return Promise.race([awaited, late]);
}
