import type { BrowserContext } from "@playwright/test";
import { OFFICE_JS } from "@/lib/mail-addin/outlook-addresses";

export type FakePerson = { displayName: string; emailAddress: string };
export type FakeItem = {
  /** True for a draft: Outlook then returns everything only through calls. */
  isWritten?: boolean;
  subject: string;
  from?: FakePerson;
  to: FakePerson[];
  cc?: FakePerson[];
  body: string;
};

/** The name of a task pane's frame in Outlook on the web. Office.js detects Outlook by it. */
export const FRAME_NAME = JSON.stringify({ hostInfo: "Outlook|Web|16.01|en-NZ|00000000||" });

/** The same in the address of the page, as in desktop programs. */
export const ADDRESS_PARAMETER = "_host_Info=Outlook$Win32$16.02$en-NZ$$$$16";

/**
 * Replaces Office.js, with some emails of which the first is open. `openNext()` in the page opens the next
 * one. Like the real one it removes the history's functions, and keeps settings in the mailbox.
 */
export async function fakeOffice(context: BrowserContext, items: FakeItem[]): Promise<void> {
  const body = `(${inThePage.toString()})(${JSON.stringify(items)})`;
  await context.route(OFFICE_JS, (route) => route.fulfill({ contentType: "text/javascript", body }));
}

/** Runs in the page. */
function inThePage(items: FakeItem[]): void {
  const MAILBOX = "the mailbox of a test";
  const succeeded = (value: unknown) => ({ status: "succeeded", value });
  const asked = (value: unknown) => ({
    getAsync: (...given: ((result: object) => void)[]) =>
      setTimeout(() => given.at(-1)?.(succeeded(value)), 10),
  });
  const opened = ({ isWritten, subject, from, to, cc = [], body }: FakeItem) => ({
    body: asked(body),
    ...(isWritten
      ? { subject: asked(subject), to: asked(to), cc: asked(cc) }
      : { subject, from, to, cc, sender: from }),
  });
  const settings = JSON.parse(sessionStorage.getItem(MAILBOX) ?? "{}");
  const handlers: (() => void)[] = [];
  const mailbox = {
    item: opened(items[0] as FakeItem),
    addHandlerAsync: (_: string, handler: () => void) => handlers.push(handler),
  };
  const roamingSettings = {
    get: (name: string) => settings[name],
    set: (name: string, value: string) => Object.assign(settings, { [name]: value }),
    remove: (name: string) => Reflect.deleteProperty(settings, name),
    saveAsync: () => sessionStorage.setItem(MAILBOX, JSON.stringify(settings)),
  };
  Object.assign(history, { pushState: null, replaceState: null });
  Object.assign(window, {
    Office: {
      onReady: async () => ({ host: "Outlook", platform: "PC" }),
      EventType: { ItemChanged: "olkItemSelectedChanged" },
      context: { mailbox, roamingSettings },
    },
    openNext: () => {
      items.shift();
      mailbox.item = opened(items[0] as FakeItem);
      for (const handler of handlers) handler();
    },
  });
}
