import type { Operation } from "@/lib/contracts/base/operation";
import type { IntegrationKind } from "@/lib/contracts/integrations/integration-kind";
import { keyQuery, secretQuery } from "@/lib/contracts/integrations/parameters";
import { automationOperation, crmAOperation, crmBOperation } from "@/lib/contracts/integrations/workflows";
import { contactNumber, EACH } from "@/lib/integrations/contact-number";
import type { Integration } from "@/lib/integrations/integration";
import { byQuery } from "@/lib/integrations/kinds/query-credentials";
import { sentResponse } from "@/lib/integrations/kinds/sent-response";
import { type Path, readFields } from "@/lib/integrations/read-body";
import { readMessage } from "@/lib/integrations/read-message";

type Workflow = {
  secretName: "key" | "secret";
  /** The objects of the body that may have `to` and `message`. */
  places?: readonly string[];
  /** The places of the contact's own numbers in the body, for callers that cannot be configured to send `to`. */
  contact?: readonly Path[];
};

/**
 * Returns an integration whose credentials are in the query string and whose body has `to` and `message`
 * (rules: integration body). A caller that only sends a contact has its text in the query string too.
 */
function workflow(
  kind: IntegrationKind,
  operation: Operation,
  { secretName, places = [], contact = [] }: Workflow,
): Integration<null> {
  const contract = secretName === "key" ? keyQuery : secretQuery;
  return {
    kind,
    operation,
    authenticate: async (call) => ({ owner: await byQuery(call, kind, contract, secretName), body: null }),
    read: async (call, owner) => {
      const body = await readFields(await call.bytes(owner), call.header("content-type"));
      const usual = {
        to: contactNumber(body, contact, owner.country),
        message: call.query.get("message") ?? undefined,
      };
      return readMessage(body, places, contact.length > 0 ? usual : {});
    },
    answer: sentResponse,
  };
}

/**
 * The integration of crm-a. Its custom workflow actions put entered values into an object of its own
 * (rules: integration body).
 */
export const crmA = workflow("crm_a", crmAOperation, {
  secretName: "key",
  places: ["inputFields", "fields"],
  contact: [
    ["object", "properties", "mobilephone"],
    ["object", "properties", "phone"],
    ["properties", "mobilephone", "value"],
    ["properties", "phone", "value"],
  ],
});

/** The integration of crm-b. The names of a form are flat: `contact[phone]` (rules: integration body). */
export const crmB = workflow("crm_b", crmBOperation, {
  secretName: "secret",
  contact: [
    ["contact[phone]"],
    ["contact", "phone"],
    ["data", "phones", EACH, "value"],
    ["current", "phone", EACH, "value"],
  ],
});

/** The integration of an automation, whose steps send `to` and `message` themselves (rules: integration body). */
export const automation = workflow("automation", automationOperation, { secretName: "key" });
