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

/** The words about an integration: its name, its callers, and its path. */
export type IntegrationInfo = {
  title: string;
  /** The systems that are known to work with it. */
  callers: string;
  summary: string;
  /** The path for callers; null for a kind without one. Emails come by SMTP. */
  path: string | null;
  /** The caller's name of its secret, and the parameter of the secret; null for a kind without one. */
  secret: { name: string; parameter: string } | null;
  /** True if the address names the shortcode, which is then mandatory. */
  needsShortcode: boolean;
};

/** The integrations, in the words of their pages and of the command line. */
export const INTEGRATIONS: Readonly<Record<IntegrationKind, IntegrationInfo>> = {
  crm_a: {
    title: "HubSpot",
    callers: "HubSpot",
    summary: "Send texts from your HubSpot workflows.",
    path: "/crm-a/workflow.php",
    secret: { name: "Key", parameter: "key" },
    needsShortcode: true,
  },
  crm_b: {
    title: "Pipedrive and ActiveCampaign",
    callers: "Pipedrive and ActiveCampaign",
    summary: "Send texts from your CRM automations through a webhook.",
    path: "/crm-b/workflow.php",
    secret: { name: "Webhook secret", parameter: "secret" },
    needsShortcode: true,
  },
  crm_c: {
    title: "Zoho CRM",
    callers: "Zoho CRM",
    summary: "Send texts from your Zoho CRM functions.",
    path: "/crm-c/send.php",
    secret: { name: "API key", parameter: "api_key" },
    needsShortcode: false,
  },
  automation: {
    title: "Automation",
    callers: "Zapier, Make, n8n",
    summary: "Send texts from your automations.",
    path: "/automation/webhook.php",
    secret: { name: "Key", parameter: "key" },
    needsShortcode: true,
  },
  storefront: {
    title: "Storefront",
    callers: "Shopify, WooCommerce",
    summary: "Text your customers when they pay or when their order ships.",
    path: "/storefront/webhook.php",
    secret: { name: "Key", parameter: "key" },
    needsShortcode: true,
  },
  mail_addin: {
    title: "Mail add-in",
    callers: "Outlook",
    summary: "Send texts from your inbox.",
    path: "/mail-addin/send.php",
    secret: { name: "Add-in token", parameter: "Authorization: Bearer" },
    needsShortcode: false,
  },
  email_to_sms: {
    title: "Email to SMS",
    callers: "Any email app",
    summary: "Send texts by email, and get replies by email.",
    path: null,
    secret: null,
    needsShortcode: false,
  },
};

/** The number of stored calls of an integration (rules: integration calls). */
export const CALLS_KEPT = 100;
