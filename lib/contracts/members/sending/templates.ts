import { z } from "zod";
import { givenName, templateText } from "@/lib/contracts/base/parameters";
import { READERS_AND_VIEWERS, SENDERS } from "@/lib/contracts/base/roles";
import { TEMPLATE_LENGTH, TEMPLATE_NAME_LENGTH } from "@/lib/contracts/base/values";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

/** A text for repeated use. */
export const templateRecord = z.object({ id: z.string(), name: z.string(), text: z.string() });

/** Lists an account's templates by name (rules: templates). */
export const listTemplates = memberOperation({
  method: "GET",
  path: "/api/members/templates",
  roles: READERS_AND_VIEWERS,
  request: z.object({}),
  response: z.object({ templates: z.array(templateRecord) }),
});

const which = { id: z.uuid("must be an id") };
const given = { name: givenName(TEMPLATE_NAME_LENGTH), text: templateText(TEMPLATE_LENGTH) };

export const addTemplateOperation = memberOperation({
  method: "POST",
  path: "/api/members/templates",
  roles: SENDERS,
  request: z.object(given),
  response: z.object({ success: z.literal(true), id: z.string() }),
});

/** Changes the name or text of a template. */
export const changeTemplateOperation = memberOperation({
  method: "POST",
  path: "/api/members/templates/change",
  roles: SENDERS,
  request: z.object({ ...which, ...given }),
  response: done,
});

export const removeTemplateOperation = memberOperation({
  method: "POST",
  path: "/api/members/templates/remove",
  roles: SENDERS,
  request: z.object(which),
  response: done,
});

export type TemplateRecord = z.output<typeof templateRecord>;
export type TemplatesList = z.output<typeof listTemplates.response>;
export type GivenTemplate = z.output<typeof addTemplateOperation.request>;
