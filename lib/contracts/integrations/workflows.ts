import { type Example, operation } from "@/lib/contracts/base/operation";
import {
  contactText,
  EXAMPLE_ANSWER,
  keyQuery,
  messageBody,
  SEND_ERRORS,
  secretQuery,
  sentResponse,
} from "@/lib/contracts/integrations/parameters";

const EXAMPLES: readonly Example<typeof messageBody, typeof sentResponse>[] = [
  {
    summary: "One text",
    request: { to: "64211234567", message: "Kia ora! Your table is ready." },
    response: EXAMPLE_ANSWER,
  },
  {
    summary: "Two recipients",
    request: { to: ["64211234567", "0221234567"], message: "We open at nine tomorrow." },
    response: {
      ...EXAMPLE_ANSWER,
      messages: [
        { success: true, to: "64211234567", message_id: EXAMPLE_ANSWER.message_id, status: "accepted" },
        {
          success: true,
          to: "64221234567",
          message_id: "01a1fc1e-7827-71fa-b114-9c303160f116",
          status: "accepted",
        },
      ],
    },
  },
];

const LOGGED = { cust_id: "word", shortcode_id: "word", to: "recipients", message: "text" } as const;

const BODY = "The body is JSON, or a form, with `to` and `message`. Other fields are ignored.";

/** The operation of crm-a, whose callers know 402 and 403 (rules: integration errors). */
export const crmAOperation = operation({
  id: "crmAWorkflow",
  method: "POST",
  path: "/crm-a/workflow.php",
  tag: "Integrations",
  summary: "Send from HubSpot",
  description: `For workflows that call a webhook, such as HubSpot's. ${BODY} Custom workflow actions may also send them in \`inputFields\` or \`fields\`. A workflow may send the data of a contact without fields of your own. Its text is then \`message\` in the query string, and the number is the contact's.`,
  callers: "integration",
  query: keyQuery.extend(contactText),
  request: messageBody,
  logged: LOGGED,
  response: sentResponse,
  errors: SEND_ERRORS,
  statuses: { insufficient_funds: 402, idempotency_conflict: 400 },
  repeatable: true,
  examples: EXAMPLES,
});

/** The statuses of crm-b and automation, whose callers know only 400 and 401. */
const FEW_STATUSES = {
  insufficient_funds: 400,
  sender_not_authorised: 400,
  no_route: 400,
  idempotency_conflict: 400,
  integration_disabled: 401,
} as const;

/** The operation of crm-b (rules: integration credentials). */
export const crmBOperation = operation({
  id: "crmBWorkflow",
  method: "POST",
  path: "/crm-b/workflow.php",
  tag: "Integrations",
  summary: "Send from Pipedrive or ActiveCampaign",
  description: `For automations that call a webhook, such as Pipedrive's and ActiveCampaign's. ${BODY} An automation may send the data of a contact without fields of your own. Its text is then \`message\` in the query string, and the number is the contact's.`,
  callers: "integration",
  query: secretQuery.extend(contactText),
  request: messageBody,
  logged: LOGGED,
  response: sentResponse,
  errors: SEND_ERRORS,
  statuses: FEW_STATUSES,
  repeatable: true,
  examples: EXAMPLES,
});

/** The operation of an automation's step (rules: integration credentials). */
export const automationOperation = operation({
  id: "automationWebhook",
  method: "POST",
  path: "/automation/webhook.php",
  tag: "Integrations",
  summary: "Send from Zapier, Make or n8n",
  description: `For a step of Zapier, Make or n8n. ${BODY}`,
  callers: "integration",
  query: keyQuery,
  request: messageBody,
  logged: LOGGED,
  response: sentResponse,
  errors: SEND_ERRORS,
  statuses: FEW_STATUSES,
  repeatable: true,
  examples: EXAMPLES,
});
