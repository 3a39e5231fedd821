import { type ErrorRule as AnyRule, type ErrorRules, NO_RULES } from "@/lib/carriers/error-rules";
import type { KnownError } from "@/lib/carriers/kinds";
import { type ErrorRule, isSmppAction, type SmppSettings, USUAL_TRIES } from "@/lib/carriers/smpp/settings";
import { formatStatus } from "@/lib/smpp/pdu/status";

/** The known facts about a status: its name in SMPP 3.4, its cause in words, and its rule. */
export type KnownStatus = { name: string; cause: string; rule: ErrorRule };

const NO_TRIES = { delayMs: 0, tries: 1 };
const elsewhere: ErrorRule = { action: "elsewhere", ...NO_TRIES };
const refused: ErrorRule = { action: "refused", ...NO_TRIES };
const throttled: ErrorRule = { action: "throttled", ...NO_TRIES };
const later = (delayMs: number, tries: number): ErrorRule => ({ action: "later", delayMs, tries });

const known = (name: string, cause: string, rule: ErrorRule): KnownStatus => ({ name, cause, rule });

/** The statuses with their own meaning. */
export const STATUSES: ReadonlyMap<number, KnownStatus> = new Map([
  [0x01, known("ESME_RINVMSGLEN", "The network says that the text is too long.", elsewhere)],
  [0x02, known("ESME_RINVCMDLEN", "The network could not read the request's length.", elsewhere)],
  [0x03, known("ESME_RINVCMDID", "The network does not know this request.", elsewhere)],
  [0x04, known("ESME_RINVBNDSTS", "The link may not send: its bind is of another kind.", later(10_000, 3))],
  [0x05, known("ESME_RALYBND", "The network says that this login is bound already.", later(30_000, 3))],
  [0x08, known("ESME_RSYSERR", "The network has a fault of its own.", later(10_000, 3))],
  [0x0a, known("ESME_RINVSRCADR", "The network does not allow this sender.", elsewhere)],
  [0x0b, known("ESME_RINVDSTADR", "The network says that there is no such number.", refused)],
  [0x0d, known("ESME_RBINDFAIL", "The network refused the login.", later(60_000, 3))],
  [0x0e, known("ESME_RINVPASWD", "The network says that the password is wrong.", later(60_000, 3))],
  [0x0f, known("ESME_RINVSYSID", "The network does not know the system id.", later(60_000, 3))],
  [0x14, known("ESME_RMSGQFUL", "The network's queue is full.", later(30_000, 5))],
  [0x45, known("ESME_RSUBMITFAIL", "The network could not take the message.", elsewhere)],
  [0x48, known("ESME_RINVSRCTON", "The network does not allow this type of sender.", elsewhere)],
  [
    0x49,
    known("ESME_RINVSRCNPI", "The network does not allow this numbering plan of the sender.", elsewhere),
  ],
  [0x50, known("ESME_RINVDSTTON", "The network does not allow this type of number.", refused)],
  [0x51, known("ESME_RINVDSTNPI", "The network does not allow this numbering plan of the number.", refused)],
  [0x58, known("ESME_RTHROTTLED", "Messages were sent faster than the network allows.", throttled)],
  [0x61, known("ESME_RINVSCHED", "The network does not accept the time of sending.", elsewhere)],
  [0x62, known("ESME_RINVEXPIRY", "The network does not accept the validity of the message.", elsewhere)],
  [0x64, known("ESME_RX_T_APPN", "The network cannot take the message for now.", later(10_000, 3))],
  [0x65, known("ESME_RX_P_APPN", "The network will never take the message.", elsewhere)],
  [0x66, known("ESME_RX_R_APPN", "The network rejected the message.", elsewhere)],
  [0xc0, known("ESME_RINVOPTPARSTREAM", "The network could not read the optional parameters.", elsewhere)],
]);

const FIRST_VENDOR_STATUS = 0x400;
const LAST_VENDOR_STATUS = 0x4ff;

/** Returns the cause of a status in words. A vendor's own code is explained in the network's documents. */
export function causeOf(status: number): string {
  const cause = STATUSES.get(status)?.cause;
  if (cause) return cause;
  const isVendors = status >= FIRST_VENDOR_STATUS && status <= LAST_VENDOR_STATUS;
  return isVendors ? "The network refused it with a code of its own." : "The network refused it.";
}

/**
 * Returns the rule for a status (rules: network errors): the settings' rule, else the operator's for all
 * networks, else the default, else routing the message elsewhere.
 */
export function ruleOf(
  status: number,
  { errors }: Pick<SmppSettings, "errors">,
  forAll: ErrorRules = NO_RULES,
): ErrorRule {
  const code = formatStatus(status);
  return errors[code] ?? forSmpp(forAll.get(code)) ?? usualRuleOf(status);
}

/** Returns the known facts about a status in its written form. */
export function knownStatus(code: string): KnownError {
  const status = Number(code);
  const { action, delayMs, tries } = usualRuleOf(status);
  const usual = action === "later" ? { action, delayMs, tries } : { action, delayMs: 0, tries: null };
  return { name: STATUSES.get(status)?.name ?? null, cause: causeOf(status), usual };
}

function usualRuleOf(status: number): ErrorRule {
  return STATUSES.get(status)?.rule ?? elsewhere;
}

function forSmpp(rule: AnyRule | undefined): ErrorRule | undefined {
  if (rule === undefined) return undefined;
  const { action, delayMs, tries } = rule;
  return isSmppAction(action) ? { action, delayMs, tries: tries ?? USUAL_TRIES } : undefined;
}
