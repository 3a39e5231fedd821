import type { ReactNode } from "react";
import { type Access, addressOf, SECRET_PLACE } from "@/lib/contracts/integrations/integration-address";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationView } from "@/lib/contracts/members/integrations";

/** How to set an integration up in one program. */
export type Guide = {
  caller: string;
  steps: readonly ReactNode[];
  /** Something to be copied into it. */
  code?: { name: string; text: string };
};

type Senders = IntegrationView["senders"];

const BODY = '{ "to": "…", "message": "…" }';
const FIELDS = (
  <>
    Give the body two fields: <C>to</C>, the number, and <C>message</C>, the text.
  </>
);

function C({ children }: { children: ReactNode }) {
  return <code className="rounded bg-page px-1 py-0.5 font-mono text-xs">{children}</code>;
}

const HUBSPOT: Guide = {
  caller: "HubSpot",
  steps: [
    "Open the workflow under Automations, and add the action “Send a webhook”.",
    <>
      Choose <C>POST</C> and paste the address. It needs no authentication: the key in the address is enough.
    </>,
    <>
      Under the request body choose your own properties: <C>to</C> from the contact’s mobile number, and{" "}
      <C>message</C> as a static text. Without a body of your own, put <C>&message=</C> with your text behind
      the address: the number is then found among the contact’s properties.
    </>,
    "Test it with a contact of your own, and switch the workflow on.",
  ],
};

const PIPEDRIVE: Guide = {
  caller: "Pipedrive",
  steps: [
    "On the page Webhooks add an automation webhook, and paste the address as its endpoint. Leave its log-in empty.",
    <>
      In the automation add the action “Webhook”, choose it, and the method <C>POST</C>.
    </>,
    <>
      Build the body by keys and values: <C>to</C> from the person’s phone, <C>message</C> with your text.
    </>,
  ],
};

const ACTIVECAMPAIGN: Guide = {
  caller: "ActiveCampaign",
  steps: [
    "In the automation add the action “Webhook”.",
    <>
      Paste the address, and behind it <C>&message=</C> with your text, each space as <C>%20</C>.
    </>,
    "It sends what it knows of the contact, whose phone number is found in it.",
  ],
};

const ZAPIER: Guide = {
  caller: "Zapier",
  steps: [
    "Add an action of “Webhooks by Zapier”, with the event POST.",
    "Paste the address as the URL, and choose JSON as the payload type.",
    FIELDS,
    "Test the step: the call is listed below at once.",
  ],
};

const MAKE: Guide = {
  caller: "Make",
  steps: [
    "Add the module HTTP, “Make a request”, and paste the address as the URL.",
    <>
      Choose the method <C>POST</C>, the body type Raw and the content type JSON.
    </>,
    <>
      Write <C>{BODY}</C> as the request content, with fields of earlier modules in it.
    </>,
  ],
};

const N8N: Guide = {
  caller: "n8n",
  steps: [
    <>
      Add an “HTTP Request” node with the method <C>POST</C>, and paste the address as the URL.
    </>,
    "Switch on “Send Body”, with JSON as its content type.",
    FIELDS,
  ],
};

const SHOPIFY: Guide = {
  caller: "Shopify",
  steps: [
    "Open Settings, Notifications, Webhooks, and create a webhook for each event that shall send.",
    "Choose JSON as its format, and paste the address as its URL. The address is the same for every event.",
    "The page also shows what your webhooks are signed with: enter it below, and only what your shop has signed counts.",
  ],
};

const WOOCOMMERCE: Guide = {
  caller: "WooCommerce",
  steps: [
    "Open WooCommerce, Settings, Advanced, Webhooks, and add a webhook.",
    "Set it to active, choose “Order created” or “Order updated” as its topic, and paste the address as its delivery URL.",
    "Choose a secret, and enter the same one below.",
  ],
};

const OUTLOOK: Guide = {
  caller: "Outlook",
  steps: [
    "In Outlook open the add-ins, choose your own ones, and add a custom add-in from a URL.",
    "Paste the address of the manifest above. For a whole company an administrator adds it once, in the Microsoft 365 admin centre under Integrated apps.",
    "Open an email, open the add-in, and paste your add-in token once. It stays there until you have it forgotten.",
  ],
};

const MAIL: Guide = {
  caller: "Any mail program",
  steps: [
    "Add the address that you write from, or your whole domain, to the list of who may send, and confirm it by the link that comes to it.",
    "Write to the number, followed by @ and this gateway’s email domain. You may write to several at once.",
    "What you write is the text, up to your signature; the subject counts only where there is nothing else. The reply comes back as an email.",
  ],
};

/** A function for Zoho, in Zoho's own language. It names an account's own shortcodes by their ids. */
function zoho(access: Access, senders: Senders): Guide {
  const own = senders.filter((sender) => sender.own).map(({ id, number }) => `${id} for ${number}`);
  return {
    caller: "Zoho CRM",
    steps: [
      "Under Setup, Developer Hub, Functions make a function for automation, with the contact’s id as its argument.",
      <>
        Paste the lines below, and put your API key where it says <C>{SECRET_PLACE}</C>.
      </>,
      "Choose the function as an instant action of a workflow rule.",
      ...(own.length === 0
        ? []
        : [
            <>
              To choose among your own shortcodes there, give <C>shortcode_id</C> ({own.join(", ")}) and{" "}
              <C>secret</C> in place of <C>api_key</C>: the secret is the same as the key.
            </>,
          ]),
    ],
    code: {
      name: "Function",
      text: [
        'contact = zoho.crm.getRecordById("Contacts", contactId);',
        "body = Map();",
        `body.put("api_key", "${SECRET_PLACE}");`,
        'body.put("to", contact.get("Mobile"));',
        'body.put("message", "Hi " + contact.get("First_Name") + ", thank you for calling.");',
        "answer = invokeurl",
        "[",
        `  url: "${addressOf(access, SECRET_PLACE)}"`,
        "  type: POST",
        "  parameters: body.toString()",
        '  headers: {"Content-Type": "application/json"}',
        "];",
        "info answer;",
      ].join("\n"),
    },
  };
}

const GUIDES: Readonly<Record<IntegrationKind, (access: Access, senders: Senders) => readonly Guide[]>> = {
  crm_a: () => [HUBSPOT],
  crm_b: () => [PIPEDRIVE, ACTIVECAMPAIGN],
  crm_c: (access, senders) => [zoho(access, senders)],
  automation: () => [ZAPIER, MAKE, N8N],
  storefront: () => [SHOPIFY, WOOCOMMERCE],
  mail_addin: () => [OUTLOOK],
  email_to_sms: () => [MAIL],
};

/** How to set an integration up, in each program that it is known to work with. */
export function guidesOf(access: Access, senders: Senders): readonly Guide[] {
  return GUIDES[access.kind](access, senders);
}
