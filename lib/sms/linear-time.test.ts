import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it, test } from "vitest";
import { checkWindow } from "@/lib/sms/check-window";
import { bareHost, hostCandidates, namesIn, urlHosts } from "@/lib/sms/links/host-names";
import {
  canonicalHost,
  endsInTopLevelDomain,
  isAddress,
  isTopLevelDomain,
  trimEdges,
} from "@/lib/sms/links/hosts";
import { approvingDomains, linkHosts, parseApprovableDomain } from "@/lib/sms/links/links";
import { withGuard, withoutGuard } from "@/lib/sms/numbers/formula-guard";
import {
  callingCode,
  callingCodesOf,
  canBegin,
  canReceiveSms,
  isNewZealand,
  mobileIn,
  normaliseMsisdn,
  withoutTrunkZero,
} from "@/lib/sms/numbers/msisdn";
import { countZeroless, noZeros, readNumberCell } from "@/lib/sms/numbers/number-cell";
import { rangeBeginning } from "@/lib/sms/numbers/number-range";
import { readNzMobile } from "@/lib/sms/numbers/nz-mobile";
import { readRecipientList } from "@/lib/sms/numbers/recipient-list";
import { plainNumber, withoutSeparators } from "@/lib/sms/numbers/separators";
import { splitRecipients } from "@/lib/sms/numbers/split-recipients";
import { isWrittenBy, readWriter } from "@/lib/sms/numbers/who-wrote";
import {
  isWrittenFormOf,
  likelyNumbers,
  withoutPlus,
  writtenDigits,
  writtenForms,
} from "@/lib/sms/numbers/written-forms";
import { writtenNumber, writtenWriter } from "@/lib/sms/numbers/written-number";
import { parseMoment, parseNzDateTime, parseNzMonth } from "@/lib/sms/nz-time";
import { keepsQuietHours } from "@/lib/sms/quiet-hours";
import { appointmentText } from "@/lib/sms/text/appointment-text";
import { changedCharacters } from "@/lib/sms/text/changed-characters";
import { encodeText, toGsm7, toUcs2 } from "@/lib/sms/text/encoding";
import { fieldKey, fillTemplate, templatePieces, unknownNames } from "@/lib/sms/text/fill-template";
import { foldedWords, foldLetters } from "@/lib/sms/text/folded-words";
import { withoutInvisible } from "@/lib/sms/text/invisible";
import { firstKeyword, isReminderWord, isResubscribe, optOutKeyword } from "@/lib/sms/text/keywords";
import { measure } from "@/lib/sms/text/measure";
import { maskCode, otpText } from "@/lib/sms/text/otp-text";
import { maskedRaw, rawText, withUnknownStatus } from "@/lib/sms/text/raw-text";
import { countParts, countSeptets, splitParts, trimToParts, trimToSeptets } from "@/lib/sms/text/segments";
import { matchesPattern, readPattern } from "@/lib/sms/text/text-pattern";
import { readWeekHours } from "@/lib/sms/week-hours";
import { readWrittenTime } from "@/lib/sms/written-time";
import { zoneNamed } from "@/lib/sms/zone-clock";
import { LONGEST_TEXTS, superlinear, type TextFunction } from "@/tests/support/linear-time";

/** A pattern that has every kind of place. */
const PATTERN = readPattern("* a*?* # *0");

const OTP = { code: "0000", company: "Acme", comment: undefined, webOtpHost: undefined };

/** The functions of this folder that take a text of any length, each with a call. */
const READ_TEXT: Record<string, TextFunction> = {
  appointmentText: (text) => appointmentText({ company: text, name: text, replyY: true, callUs: text }),
  changedCharacters: (text) => changedCharacters(text, false),
  encodeText: (text) => encodeText(text, false),
  toGsm7,
  toUcs2,
  fillTemplate: (text) => fillTemplate(`${text}{{name}}${text}`, { name: text }),
  templatePieces: (text) => templatePieces(`${text}{{${text}|${text}}}`),
  fieldKey,
  unknownNames: (text) => unknownNames(text, ["name"]),
  foldedWords,
  foldLetters,
  readPattern,
  matchesPattern: (text) => PATTERN && matchesPattern(PATTERN, text),
  canonicalHost: (text) => [canonicalHost(text, true), canonicalHost(text, false)],
  hostCandidates: (text) => [...hostCandidates(text)].length,
  namesIn,
  bareHost,
  urlHosts,
  endsInTopLevelDomain,
  isTopLevelDomain,
  isAddress,
  trimEdges: (text) => trimEdges(text, "._-", "._-"),
  optOutKeyword,
  isReminderWord,
  firstKeyword,
  withoutInvisible,
  isResubscribe,
  linkHosts,
  approvingDomains,
  parseApprovableDomain,
  measure: (text) => [measure(text, false), measure(text, true)],
  splitParts: (text) => [splitParts(text, "GSM-7"), splitParts(text, "UCS-2")],
  normaliseMsisdn,
  canReceiveSms,
  callingCode,
  callingCodesOf,
  isNewZealand,
  keepsQuietHours: (text) => keepsQuietHours(text, "sms"),
  mobileIn: (text) => mobileIn(text, "NZ"),
  readNzMobile,
  parseNzDateTime: (text) => parseNzDateTime(text, "end"),
  parseNzMonth,
  parseMoment,
  checkWindow: (text) => checkWindow({ days: [1], from: text, to: text, localTime: false }),
  otpText: (text) => otpText({ ...OTP, comment: text }),
  maskCode: (text) => [maskCode(text, "0000"), maskCode(text, "00000000")],
  countZeroless: (text) => countZeroless(text, noZeros()),
  readNumberCell: (text) => [readNumberCell(text), readNumberCell(text.slice(0, 300), "new-zealand")],
  withGuard,
  withoutGuard: (text) => [withoutGuard(text), withoutGuard(`="${text}"`), withoutGuard(`'${text}`)],
  readRecipientList: (text) => readRecipientList(splitRecipients(text)),
  splitRecipients,
  countParts: (text) => [countParts(text, "GSM-7"), countParts(text, "UCS-2")],
  countSeptets,
  rangeBeginning,
  withoutTrunkZero,
  trimToParts: (text) => [trimToParts(text, "GSM-7", 11), trimToParts(text, "UCS-2", 1)],
  maskedRaw,
  rawText,
  withUnknownStatus: (text) => withUnknownStatus(text, text),
  readWrittenTime: (text) => readWrittenTime(text, "UTC", new Date("2026-11-22T17:10:00Z")),
  trimToSeptets: (text) => trimToSeptets(text, 160),
  readWeekHours: (text) => [readWeekHours(text), readWeekHours(text.slice(0, 200))],
  zoneNamed,
  plainNumber,
  withoutSeparators,
  writtenDigits,
  writtenForms: (text) => writtenForms(text).length,
  isWrittenFormOf: (text) => [isWrittenFormOf(text, "64211234567"), isWrittenFormOf("211234567", text)],
  likelyNumbers,
  withoutPlus,
  writtenNumber,
  canBegin,
  readWriter: (text) => [readWriter(text), readWriter(`${text}*`)],
  isWrittenBy: (text) => [isWrittenBy([text], "64215551781"), isWrittenBy(["6421*"], text)],
  writtenWriter: (text) => [writtenWriter(text), writtenWriter(`${text}*`)],
};

/** The functions that take no text of a stranger. */
const READ_NO_TEXT = [
  "formatNz",
  "nzDate",
  "nzMonth",
  "nzOffsetMs",
  "parseQuietHours",
  "releaseTime",
  "partsAllowed",
  "isWithinNzHours",
  "noZeros",
  "reportedStatus",
  "nextOpening",
  "readWindow",
  "writeWindow",
  "writeWeekHours",
  "isWithinHours",
  "zoneClock",
];

describe("what reads texts", () => {
  it("is all listed here", async () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((file) =>
      /^[a-z0-9-]+\.ts$/.test(path.basename(file)),
    );
    const modules = await Promise.all(files.map((file) => import(path.join(import.meta.dirname, file))));
    const functions = modules.flatMap((module: Record<string, unknown>) =>
      Object.entries(module).flatMap(([name, value]) => (typeof value === "function" ? [name] : [])),
    );
    expect([...Object.keys(READ_TEXT), ...READ_NO_TEXT].sort()).toEqual(functions.sort());
  });

  test.each(Object.entries(READ_TEXT))(
    "%s takes time linear in the length",
    (_, run) => {
      expect(superlinear(run)).toBeNull();
    },
    240_000,
  );

  test.each(Object.entries(READ_TEXT))("%s has room for the longest text", (_, run) => {
    for (const text of LONGEST_TEXTS) expect(() => run(text)).not.toThrow();
  });
});
