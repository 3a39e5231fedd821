import type { ReactNode } from "react";
import { type Access, addressOf, SECRET_PLACE } from "@/lib/contracts/integrations/integration-address";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import type { IntegrationView } from "@/lib/contracts/members/integrations";

/** The steps that set up an integration in one program. */
export type Guide = {
  caller: string;
  steps: readonly ReactNode[];
  /** A text to copy into the program. */
  code?: { name: string; text: string };
};

type Senders = IntegrationView["senders"];

const BODY = '{ "to": "…", "message": "…" }';
const FIELDS = (
  <>
    Add two fields to the body: <C>to</C> (the number) and <C>message</C> (the text).
  </>
);

function C({ children }: { children: ReactNode }) {
  return <code className="rounded bg-page px-1 py-0.5 font-mono text-xs">{children}</code>;
}

const HUBSPOT: Guide = {
  caller: "HubSpot",
  steps: [
    "Open your workflow under Automations and add the action “Send a webhook”.",
    <>
      Choose <C>POST</C> and paste the URL. No authentication is needed, because the URL contains the key.
    </>,
    <>
      Customise the request body: map <C>to</C> to the contact’s mobile number and set <C>message</C> to
      static text. If you can’t customise the body, add <C>&message=</C> and your text to the end of the URL.
      We then find the number in the contact’s properties.
    </>,
    "Test with your own contact, then turn on the workflow.",
  ],
};

const PIPEDRIVE: Guide = {
  caller: "Pipedrive",
  steps: [
    "On the Webhooks page, add an automation webhook and paste the URL as its endpoint. Leave the login empty.",
    <>
      In the automation, add the action “Webhook”. Choose this webhook and the method <C>POST</C>.
    </>,
    <>
      Build the body from keys and values: <C>to</C> is the person’s phone, <C>message</C> is your text.
    </>,
  ],
};

const ACTIVECAMPAIGN: Guide = {
  caller: "ActiveCampaign",
  steps: [
    "In the automation, add the action “Webhook”.",
    <>
      Paste the URL, then add <C>&message=</C> and your text, with <C>%20</C> for each space.
    </>,
    "ActiveCampaign sends the contact’s details. We find the phone number in them.",
  ],
};

const ZAPIER: Guide = {
  caller: "Zapier",
  steps: [
    "Add the action “Webhooks by Zapier” with the event POST.",
    "Paste the URL and choose JSON as the payload type.",
    FIELDS,
    "Test the step. The call appears below.",
  ],
};

const MAKE: Guide = {
  caller: "Make",
  steps: [
    "Add the HTTP module “Make a request” and paste the URL.",
    <>
      Choose the method <C>POST</C>, the body type Raw and the content type JSON.
    </>,
    <>
      Enter <C>{BODY}</C> as the request content, using fields from earlier modules.
    </>,
  ],
};

const N8N: Guide = {
  caller: "n8n",
  steps: [
    <>
      Add an “HTTP Request” node with the method <C>POST</C> and paste the URL.
    </>,
    "Turn on “Send Body” with JSON as its content type.",
    FIELDS,
  ],
};

const SHOPIFY: Guide = {
  caller: "Shopify",
  steps: [
    "Open Settings, Notifications, Webhooks and create a webhook for each event.",
    "Choose JSON as the format and paste the URL. The URL is the same for every event.",
    "The page also shows the secret that signs your webhooks. Enter it below so we only accept events from your shop.",
  ],
};

const WOOCOMMERCE: Guide = {
  caller: "WooCommerce",
  steps: [
    "Open WooCommerce, Settings, Advanced, Webhooks and add a webhook.",
    "Set it to active, choose the topic “Order created” or “Order updated”, and paste the URL as the delivery URL.",
    "Choose a secret and enter it below too.",
  ],
};

const OUTLOOK: Guide = {
  caller: "Outlook",
  steps: [
    "In Outlook, open your add-ins and add a custom add-in from a URL.",
    "Paste the manifest URL above. For a whole company, an administrator adds it once in the Microsoft 365 admin centre, under Integrated apps.",
    "Open an email, open the add-in, and paste your add-in token. You only need to do this once.",
  ],
};

const MAIL: Guide = {
  caller: "Any email app",
  steps: [
    "Add the address you send from, or your whole domain, to the allowed senders. Confirm it with the link we email.",
    "Send an email to the number, followed by @ and our email domain. You can send to several numbers at once.",
    "We send your email’s text without the signature. The subject is only used if there’s no text. Replies come back by email.",
  ],
};

/**
 * Returns the steps for Zoho, with a function in Zoho's own language. The function refers to the account's
 * shortcodes by ID.
 */
function zoho(access: Access, senders: Senders): Guide {
  const own = senders.filter((sender) => sender.own).map(({ id, number }) => `${id} for ${number}`);
  return {
    caller: "Zoho CRM",
    steps: [
      "Under Setup, Developer Hub, Functions, create a function for automation with the contact’s ID as its argument.",
      <>
        Paste the lines below. Put your API key in place of <C>{SECRET_PLACE}</C>.
      </>,
      "Use the function as an instant action in a workflow rule.",
      ...(own.length === 0
        ? []
        : [
            <>
              To send from your own shortcodes, use <C>shortcode_id</C> ({own.join(", ")}) and <C>secret</C>{" "}
              instead of <C>api_key</C>. The secret is the same as the key.
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

/** Returns the steps for each program that an integration is known to work with. */
export function guidesOf(access: Access, senders: Senders): readonly Guide[] {
  return GUIDES[access.kind](access, senders);
}
