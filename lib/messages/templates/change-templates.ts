import { MAX_TEMPLATES } from "@/lib/contracts/base/values";
import type { GivenTemplate, TemplateRecord, TemplatesList } from "@/lib/contracts/members/sending/templates";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { namedAlreadyStatement, templatesStatement } from "@/lib/messages/templates/templates.sql";
import { withoutInvisible } from "@/lib/sms/text/invisible";

/** The sort order of names for people: a letter with a macron sorts like the letter without. */
const BY_NAME = new Intl.Collator("en-NZ", { numeric: true });

/** Reads an account's templates, sorted by name in any case (rules: templates). */
export async function readTemplates(db: Queryable, accountId: number): Promise<TemplatesList> {
  const templates = await db.query<TemplateRecord>(templatesStatement(accountId, MAX_TEMPLATES));
  return { templates: templates.sort((one, other) => BY_NAME.compare(one.name, other.name)) };
}

/**
 * Adds a template. The transaction has locked the account.
 * @returns the template's id.
 * @throws GatewayError `conflict` if the account has too many or the name is taken, `invalid_parameter` for an empty
 * text.
 */
export async function addTemplate(
  tx: Transaction,
  accountId: number,
  given: GivenTemplate,
  now: Date,
): Promise<string> {
  const id = newId();
  await requireFree(tx, accountId, { ...given, id });
  if ((await tx.prisma.messageTemplate.count({ where: { accountId } })) >= MAX_TEMPLATES)
    throw new GatewayError(
      "conflict",
      `An account has at most ${MAX_TEMPLATES} templates. Remove one first.`,
    );
  await tx.prisma.messageTemplate.create({ data: { ...given, id, accountId, createdAt: now } });
  return id;
}

/**
 * Replaces the name and text of a template. The transaction has locked the account.
 * @throws GatewayError `not_found`, and the errors of `addTemplate`.
 */
export async function changeTemplate(
  tx: Transaction,
  accountId: number,
  { id, ...given }: GivenTemplate & { id: string },
): Promise<void> {
  await requireFree(tx, accountId, { ...given, id });
  const { count } = await tx.prisma.messageTemplate.updateMany({ where: { id, accountId }, data: given });
  if (count === 0) throw unknownTemplate();
}

/**
 * Removes a template. Messages with its text remain.
 * @returns the template's name.
 * @throws GatewayError `not_found`.
 */
export async function removeTemplate(tx: Transaction, accountId: number, id: string): Promise<string> {
  const template = await tx.prisma.messageTemplate.findUnique({ where: { id, accountId } });
  if (!template) throw unknownTemplate();
  await tx.prisma.messageTemplate.deleteMany({ where: { id, accountId } });
  return template.name;
}

/** Rejects an empty text, and a name that another template of the account has. */
async function requireFree(
  tx: Transaction,
  accountId: number,
  { id, name, text }: GivenTemplate & { id: string },
): Promise<void> {
  if (withoutInvisible(text).trim() === "")
    throw new GatewayError("invalid_parameter", "Parameter 'text' has no characters that can be sent.");
  const [taken] = await tx.query<{ id: string }>(namedAlreadyStatement(accountId, name));
  if (taken && taken.id !== id)
    throw new GatewayError("conflict", `There is already a template called ${name}.`);
}

function unknownTemplate(): GatewayError {
  return new GatewayError("not_found", "There is no such template.");
}
