import { MAX_TEMPLATES } from "@/lib/contracts/base/values";
import type { GivenTemplate, TemplateRecord, TemplatesList } from "@/lib/contracts/members/sending/templates";
import type { Queryable, Transaction } from "@/lib/db/client";
import { GatewayError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { namedAlreadyStatement, templatesStatement } from "@/lib/messages/templates/templates.sql";
import { withoutInvisible } from "@/lib/sms/text/invisible";

/** As people look names up: a macron makes no other letter. */
const BY_NAME = new Intl.Collator("en-NZ", { numeric: true });

/** An account's templates by their names, without regard to capitals (rules: templates). */
export async function readTemplates(db: Queryable, accountId: number): Promise<TemplatesList> {
  const templates = await db.query<TemplateRecord>(templatesStatement(accountId, MAX_TEMPLATES));
  return { templates: templates.sort((one, other) => BY_NAME.compare(one.name, other.name)) };
}

/**
 * Keeps a text. The transaction has locked the account.
 * @returns its id.
 * @throws GatewayError `conflict` for one too many and for a name that is taken, `invalid_parameter` for a text of nothing.
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
 * Gives a template another name or text. The transaction has locked the account.
 * @throws GatewayError `not_found`, and as adding does.
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
 * Removes a template. What was made of it stays.
 * @returns its name.
 * @throws GatewayError `not_found`.
 */
export async function removeTemplate(tx: Transaction, accountId: number, id: string): Promise<string> {
  const template = await tx.prisma.messageTemplate.findUnique({ where: { id, accountId } });
  if (!template) throw unknownTemplate();
  await tx.prisma.messageTemplate.deleteMany({ where: { id, accountId } });
  return template.name;
}

/** Refuses a text of nothing, and a name that another template of the account has. */
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
