import type { CarrierReport } from "@/lib/carriers/carrier";
import type { Queryable } from "@/lib/db/client";
import {
  type FormFound,
  type FormRow,
  otherFormsStatement,
} from "@/lib/messages/dispatch/other-forms/other-forms.sql";
import { otherBases } from "@/lib/smpp/receipt/message-id";

/** The parts of a report that tell which message it means. */
export type NamingReport = Pick<CarrierReport, "reference" | "msisdn" | "otherReferences">;

/** A report under the reference of its message. `reported` is the reference that it arrived with. */
export type RenamedReport<Report> = { report: Report; reported: string };

/**
 * Returns the other possible references of a report. They are computed for a parked report, which does not store
 * them.
 */
export function otherReferencesOf({ reference, otherReferences }: NamingReport): readonly string[] {
  return otherReferences ?? otherBases(reference).map(({ id }) => id);
}

/**
 * Finds reports whose id has another base than the response, or whose parameter and text have different ids
 * (rules: smpp receipts). A reference counts if it is recorded for a message to the report's handset. One statement
 * looks up all reports.
 * @param reports reports with their handsets, whose own references do not match.
 */
export async function renameReports<Report extends NamingReport>(
  db: Queryable,
  carrier: string,
  reports: readonly Report[],
): Promise<RenamedReport<Report>[]> {
  const forms = reports.flatMap((report, index): FormRow[] => {
    const { msisdn } = report;
    if (!msisdn) return [];
    return otherReferencesOf(report).map((reference, place) => ({ index, place, reference, msisdn }));
  });
  const found = await findForms(db, carrier, forms);
  return found.flatMap(({ index, reference }) => {
    const report = reports[index];
    return report ? [{ report: { ...report, reference }, reported: report.reference }] : [];
  });
}

/** The ids of a delivery, and the addresses of which one may be the handset. */
export type Question = { references: readonly string[]; addresses: readonly string[] };

/** Returns for each question whether one of its ids is that of a message to one of its addresses. */
export async function areKnown(
  db: Queryable,
  carrier: string,
  questions: readonly Question[],
): Promise<boolean[]> {
  const forms = questions.flatMap(({ references, addresses }, index) =>
    references.flatMap((reference, place) =>
      addresses.map((msisdn): FormRow => ({ index, place, reference, msisdn })),
    ),
  );
  const known = new Set((await findForms(db, carrier, forms)).map(({ index }) => index));
  return questions.map((_, index) => known.has(index));
}

async function findForms(db: Queryable, carrier: string, forms: readonly FormRow[]): Promise<FormFound[]> {
  return forms.length === 0 ? [] : db.query<FormFound>(otherFormsStatement(carrier, forms));
}
