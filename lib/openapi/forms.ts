import type { oas31 } from "zod-openapi";

const FORM = "application/x-www-form-urlencoded";

/**
 * Changes the schema of every form: a parameter that may be a list in JSON is one text, since a form cannot have
 * lists. All else of a form is as in JSON.
 */
export function narrowForms(document: oas31.OpenAPIObject): oas31.OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  for (const path of Object.values(document.paths ?? {})) {
    const body = path.post?.requestBody;
    const form = body && "content" in body ? body.content[FORM] : undefined;
    const ref = form?.schema && "$ref" in form.schema ? form.schema.$ref : undefined;
    const schema = ref === undefined ? undefined : schemas[ref.split("/").at(-1) ?? ""];
    if (!form || !ref || !schema || "$ref" in schema) continue;
    const narrowed = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
      const choices = "oneOf" in property ? (property.oneOf ?? []) : [];
      const isList = choices.some((choice) => "type" in choice && choice.type === "array");
      return isList ? [[name, { type: "string" as const }] as const] : [];
    });
    if (narrowed.length > 0) {
      form.schema = { allOf: [{ $ref: ref }, { properties: Object.fromEntries(narrowed) }] };
    }
  }
  return document;
}
