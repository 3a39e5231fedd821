import type { Person } from "@/bench/lib/tasks/person";
import { writtenNumber } from "@/lib/sms/numbers/written-number";

/** What is there before the tasks: messages with their fates, a reply, a held domain. Numbers are of digits alone. */
export type Facts = {
  email: string;
  password: string;
  /** Where webhooks go. */
  receiver: string;
  delivered: string;
  failed: string;
  replied: string;
  optedOut: string;
  heldDomain: string;
};

/** Something that people do every day, from the page where they are when it comes to their mind. */
export type Task = {
  name: string;
  start: string;
  by: "nobody" | "member" | "administrator";
  walk: (person: Person, facts: Facts) => Promise<void>;
};

const HOME = { start: "/overview", by: "member" } as const;
const OFFICE = { start: "/admin", by: "administrator" } as const;

async function findFailed(person: Person, number: string): Promise<void> {
  await person.follow("Messages", person.pages);
  await person.choose("Status", "Not delivered");
  await person.follow(writtenNumber(number));
}

const MESSAGING: Task[] = [
  {
    name: "Sign in",
    start: "/sign-in",
    by: "nobody",
    walk: async (person, { email, password }) => {
      await person.fill("Email", email);
      await person.fill("Password", password);
      await person.press("Sign in");
      await person.page.waitForURL("**/overview");
      await person.see("Last 30 days");
    },
  },
  {
    name: "Send a message",
    ...HOME,
    walk: async (person) => {
      await person.follow("Send", person.pages);
      await person.fill("Numbers", "021 555 1781");
      await person.fill("Text", "Kia ora! Your table is ready.");
      await person.press("Send");
      await person.see("Your message is on its way");
    },
  },
  {
    name: "See whether it arrived",
    ...HOME,
    walk: async (person) => {
      await person.follow("Messages", person.pages);
      await person.follow(writtenNumber("64215551781"));
      await person.see("Delivered to the phone");
    },
  },
  {
    name: "Send to a list",
    ...HOME,
    walk: async (person) => {
      const numbers = Array.from({ length: 50 }, (_, index) => `021 555 20${String(index).padStart(2, "0")}`);
      await person.follow("Send", person.pages);
      await person.fill("Numbers", numbers.join("\n"));
      await person.fill("Text", "We open at nine tomorrow.");
      await person.press("Send to 50");
      await person.see("50 messages are on their way");
    },
  },
  {
    name: "Find a message by its number",
    ...HOME,
    walk: async (person, { delivered }) => {
      await person.key("/");
      await person.page.getByRole("combobox").fill(delivered.slice(-6));
      person.fields++;
      await person.page
        .getByRole("option", { name: writtenNumber(delivered) })
        .first()
        .waitFor();
      await person.click(person.page.getByRole("option", { name: writtenNumber(delivered) }).first());
      await person.page.waitForURL(/\/(messages|inbox)\//);
    },
  },
  {
    name: "Find why a message failed",
    ...HOME,
    walk: async (person, { failed }) => {
      await findFailed(person, failed);
      await person.see("Why it failed");
    },
  },
  {
    name: "Send a failed message again",
    ...HOME,
    walk: async (person, { failed }) => {
      await findFailed(person, failed);
      await person.follow("Send again");
      await person.press("Send");
      await person.see("Your message is on its way");
    },
  },
  {
    name: "Reply to a text",
    ...HOME,
    walk: async (person, { replied }) => {
      await person.follow("Inbox", person.pages);
      await person.follow(new RegExp(writtenNumber(replied)));
      await person.fill("Reply from 552", "See you at seven.");
      await person.press("Send reply");
      await person.see("Sent (1 part).");
    },
  },
  {
    name: "Undo an opt-out",
    ...HOME,
    walk: async (person, { optedOut }) => {
      await person.follow("Blocked numbers", person.pages);
      await person.press(`Resubscribe ${writtenNumber(optedOut)}`);
      await person.press("Resubscribe", person.dialog);
      await person.page.getByText(writtenNumber(optedOut)).first().waitFor({ state: "detached" });
    },
  },
];

const DEVELOPING: Task[] = [
  {
    name: "Create an API key",
    ...HOME,
    walk: async (person) => {
      await person.follow("API keys", person.pages);
      await person.press("Create key");
      await person.fill("Name", "Web shop", person.dialog);
      await person.press("Create key", person.dialog);
      await person.see("only shown once");
      await person.press("Done, I’ve saved it", person.dialog);
    },
  },
  {
    name: "Set a webhook for both events",
    ...HOME,
    walk: async (person, { receiver }) => {
      await person.follow("Webhooks", person.pages);
      await person.press("Use one URL");
      await person.fill("URL", receiver, person.dialog);
      await person.press("Save", person.dialog);
      await person.see(receiver, person.page.getByRole("region", { name: "Delivery reports" }));
    },
  },
  {
    name: "Send a test event",
    ...HOME,
    walk: async (person) => {
      await person.follow("Webhooks", person.pages);
      await person.press(/^Send test event/, person.page.getByRole("region", { name: "Replies" }));
      await person.see('"test": true', person.dialog);
    },
  },
  {
    name: "Request a domain for links",
    ...HOME,
    walk: async (person) => {
      await person.follow("Approved domains", person.pages);
      await person.press("Request domain");
      await person.fill("Domain", "menu.example.co.nz", person.dialog);
      await person.press("Request", person.dialog);
      await person.see("menu.example.co.nz", person.page.getByRole("table", { name: "Requests" }));
    },
  },
];

const ACCOUNT: Task[] = [
  {
    name: "Read this month's statement",
    ...HOME,
    walk: async (person) => {
      await person.follow("Billing", person.pages);
      await person.follow(/^Statement of/);
      await person.see(/^Statement, /);
    },
  },
  {
    name: "Ask for a low balance email",
    ...HOME,
    walk: async (person) => {
      await person.follow("Billing", person.pages);
      await person.press("Add alert");
      await person.fill("Amount", "20", person.dialog);
      await person.press("Add", person.dialog);
      await person.see("Balance below $20");
    },
  },
  {
    name: "Open an account",
    ...OFFICE,
    walk: async (person) => {
      await person.follow("Accounts", person.pages);
      await person.press("Create account");
      await person.fill("Email", "cafe@example.com", person.dialog);
      await person.fill("Name", "Cafe", person.dialog);
      await person.press("Create account", person.dialog);
      await person.dialog.locator("code").waitFor();
    },
  },
  {
    name: "Approve a held domain",
    ...OFFICE,
    walk: async (person, { heldDomain }) => {
      await person.follow("Held domains", person.pages);
      const entry = person.page.getByRole("row", { name: new RegExp(heldDomain.replaceAll(".", "\\.")) });
      await person.press(/^Approve/, entry);
      await person.press(/^Approve/, person.dialog);
      await entry.waitFor({ state: "detached" });
    },
  },
  {
    name: "Find an account by its email",
    ...OFFICE,
    walk: async (person, { email }) => {
      await person.key("/");
      await person.page.getByRole("combobox").fill(email);
      person.fields++;
      await person.click(person.page.getByRole("option", { name: email }).first());
      await person.page.waitForURL(/\/admin\/accounts\/\d+/);
    },
  },
];

/** The tasks, in the order in which they are walked: later ones need what earlier ones did. */
export const DAILY_TASKS: readonly Task[] = [...MESSAGING, ...DEVELOPING, ...ACCOUNT];
