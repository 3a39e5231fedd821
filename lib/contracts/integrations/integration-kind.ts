/** Other systems that send for an account, and email to SMS (rules: integrations). */
export const INTEGRATION_KINDS = [
  "crm_a",
  "crm_b",
  "crm_c",
  "automation",
  "storefront",
  "mail_addin",
  "email_to_sms",
] as const;

export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

/** What an integration is to people: its name, who calls it, and where. */
export type IntegrationInfo = {
  title: string;
  /** The systems it is known to work with. */
  callers: string;
  summary: string;
  /** The path that is called; null where nothing is: emails come by SMTP. */
  path: string | null;
  /** What its secret is called by who enters it, and the parameter it stands in; null where it has none. */
  secret: { name: string; parameter: string } | null;
  /** Whether the address names the shortcode, which then must be chosen. */
  needsShortcode: boolean;
};

/** Every integration, in the words its page and the command line use. */
export const INTEGRATIONS: Readonly<Record<IntegrationKind, IntegrationInfo>> = {
  crm_a: {
    title: "CRM workflows A",
    callers: "HubSpot",
    summary: "A workflow of the CRM sends a text when something happens to a contact.",
    path: "/crm-a/workflow.php",
    secret: { name: "Key", parameter: "key" },
    needsShortcode: true,
  },
  crm_b: {
    title: "CRM workflows B",
    callers: "Pipedrive, ActiveCampaign",
    summary: "An automation of the CRM sends a text through a webhook.",
    path: "/crm-b/workflow.php",
    secret: { name: "Webhook secret", parameter: "secret" },
    needsShortcode: true,
  },
  crm_c: {
    title: "CRM functions C",
    callers: "Zoho CRM",
    summary: "A function of the CRM sends a text, with its credentials in the body.",
    path: "/crm-c/send.php",
    secret: { name: "API key, and webhook secret of your own shortcodes", parameter: "api_key" },
    needsShortcode: false,
  },
  automation: {
    title: "Automation",
    callers: "Zapier, Make, n8n",
    summary: "A step of an automation sends a text.",
    path: "/automation/webhook.php",
    secret: { name: "Key", parameter: "key" },
    needsShortcode: true,
  },
  storefront: {
    title: "Storefront",
    callers: "Shopify, WooCommerce",
    summary: "Your customers get a text when they have paid, or when their order is on its way.",
    path: "/storefront/webhook.php",
    secret: { name: "Key", parameter: "key" },
    needsShortcode: true,
  },
  mail_addin: {
    title: "Mail add-in",
    callers: "Outlook",
    summary: "Send a text from beside an email.",
    path: "/mail-addin/send.php",
    secret: { name: "Add-in token", parameter: "Authorization: Bearer" },
    needsShortcode: false,
  },
  email_to_sms: {
    title: "Email to SMS",
    callers: "Any mail program",
    summary: "An email to a number becomes a text, and the reply an email.",
    path: null,
    secret: null,
    needsShortcode: false,
  },
};

/** How many of its calls an integration remembers (rules: integration calls). */
export const CALLS_KEPT = 100;
