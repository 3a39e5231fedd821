import { type OpenItem, readItem } from "@/app/mail-addin/taskpane/_components/open-item";
import {
  browserTokens,
  mailboxTokens,
  type TokenStore,
} from "@/app/mail-addin/taskpane/_components/token-store";
import { OFFICE_JS } from "@/lib/mail-addin/outlook-addresses";

/** What the pane stands in: Outlook beside an e-mail, or a browser and nothing else. */
export type Surroundings = {
  tokens: TokenStore;
  /** The e-mail beside the pane; null outside of Outlook, and where Outlook cannot be asked. */
  outlook: { readItem(): Promise<OpenItem>; onChange(changed: () => void): void } | null;
  /** What to know where there is no e-mail. */
  note: string | null;
};

/** How long Office.js may take to load, and then to find its Outlook. */
const PATIENCE_MS = 15_000;

const PLAIN: Surroundings = {
  tokens: browserTokens,
  outlook: null,
  note: "Beside an e-mail in Outlook this pane offers the numbers that it finds there.",
};

const SILENT: Surroundings = {
  ...PLAIN,
  note: "Outlook does not tell what is in this e-mail. Enter the numbers yourself, or open the pane again.",
};

let opened: Promise<Surroundings> | undefined;

/** Finds out where the pane is, once. Office.js is loaded in Outlook alone: else the page asks nobody but us. */
export function openSurroundings(): Promise<Surroundings> {
  opened ??= isInOutlook() ? openOutlook().catch(() => SILENT) : Promise.resolve(PLAIN);
  return opened;
}

/** Outlook says so in the page's address or, on the web, in the name of the frame, and so Office.js itself finds out. */
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
      // A pinned pane stays open from one e-mail to the next; an Outlook that cannot pin says nothing.
      onChange: (changed) => mailbox.addHandlerAsync?.(Office.EventType.ItemChanged, changed),
    },
    note: null,
  };
}

async function loadOffice(): Promise<void> {
  // For the sake of old browsers Office.js takes these away from every page, and Next's router needs them.
  const { pushState, replaceState } = history;
  const giveBack = () => Object.assign(history, { pushState, replaceState });
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = OFFICE_JS;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Office.js cannot be loaded."));
    document.head.append(script);
  }).finally(giveBack);
  await Office.onReady();
  giveBack();
}

function inTime<Value>(awaited: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("Outlook does not answer.")), PATIENCE_MS);
  });
  return Promise.race([awaited, late]);
}
