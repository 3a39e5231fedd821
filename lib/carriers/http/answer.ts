import type { ErrorRules } from "@/lib/carriers/error-rules";
import { type AnswerPlace, type HttpErrorRule, MAX_CODE_LENGTH } from "@/lib/carriers/http/declared-api";
import type { Exchange } from "@/lib/carriers/http/exchange";
import { textAt } from "@/lib/carriers/http/json-pointer";
import type { HttpSettings } from "@/lib/carriers/http/settings";

/**
 * The longest part of an answer that patterns are matched against, and the longest reference or code that is
 * kept.
 */
const MAX_MATCHED = 4_096;
const MAX_VALUE_LENGTH = 200;

/** The meaning of an answer. `alarm` is a log line for the operator, without the answer's text. */
export type Verdict =
  | { outcome: "accepted"; reference: string | null }
  | { outcome: "refused" | "elsewhere" | "throttled" | "login"; code: string }
  | { outcome: "later"; code: string; afterMs: number; tries?: number | undefined }
  | { outcome: "unknown"; alarm: string | null };

type HttpAnswer = Extract<Exchange, { outcome: "answered" }>;

/**
 * Returns the meaning of the answer to a submission (rules: http submissions, network errors).
 * @param id the gateway's id of the message.
 * @param forAll the operator's rules for all networks of this kind.
 */
export function verdictOf(
  answer: HttpAnswer,
  id: string,
  settings: Pick<HttpSettings, "api" | "errors">,
  forAll: ErrorRules,
): Verdict {
  const { status } = answer;
  const { api } = settings;
  const body = new AnswerBody(answer.body);
  if (api.success.statuses.includes(status)) {
    const hasAll = api.success.has === undefined || body.at(api.success.has) !== null;
    const reference = api.reference === "ours" ? id : body.at(api.reference);
    if (hasAll && reference !== null) return { outcome: "accepted", reference };
  }
  const own = api.errorCode && body.at(api.errorCode)?.slice(0, MAX_CODE_LENGTH);
  const byStatus = `HTTP ${status}`;
  const rule =
    (own && ruleNamed(own, settings, forAll)) ||
    ruleNamed(byStatus, settings, forAll) ||
    usualRule(answer, Boolean(own));
  const code = own || byStatus;
  if (rule === null) return { outcome: "unknown", alarm: alarmOf(answer) };
  if (rule.action === "unknown") return { outcome: "unknown", alarm: null };
  if (rule.action === "later") return { outcome: "later", code, afterMs: rule.afterMs, tries: rule.tries };
  return { outcome: rule.action, code };
}

type Rule = Pick<HttpErrorRule, "action" | "afterMs" | "tries">;

/** Returns the rule for a code: the network's own, else the operator's for all networks, else the API's. */
function ruleNamed(
  name: string,
  { errors, api }: Pick<HttpSettings, "api" | "errors">,
  forAll: ErrorRules,
): Rule | undefined {
  if (Object.hasOwn(errors, name)) return errors[name];
  const rule = forAll.get(name);
  if (rule) return { action: rule.action, afterMs: rule.delayMs, tries: rule.tries ?? undefined };
  return Object.hasOwn(api.errors, name) ? api.errors[name] : undefined;
}

/**
 * Returns the rule that follows from a status alone; null if there is none. A 403 with an unknown code of the
 * provider may concern this message alone.
 */
export function usualRule(
  { status, retryAfter }: Pick<HttpAnswer, "status" | "retryAfter">,
  hasCode: boolean,
): Rule | null {
  const rule = (action: HttpErrorRule["action"]) => ({ action, afterMs: 0 });
  if (status === 401 || (status === 403 && !hasCode)) return rule("login");
  if (status === 429 || (status === 503 && retryAfter !== null)) return rule("throttled");
  if (status < 300) return null;
  // A server that answers so may have forwarded the request.
  if (status >= 500 || status === 408) return rule("unknown");
  return rule("elsewhere");
}

function alarmOf({ status, isHtml }: HttpAnswer): string {
  return `The provider answered ${status} with ${isHtml ? "an HTML page" : "a body"} that its declaration does not cover.`;
}

/** The body of an answer. It is parsed as JSON when a pointer is first looked up. */
class AnswerBody {
  private readonly text: string;
  private json: unknown;
  private isRead = false;

  constructor(text: string) {
    this.text = text;
  }

  at(place: AnswerPlace): string | null {
    if (typeof place === "string") return textAt(this.parsed(), place)?.slice(0, MAX_VALUE_LENGTH) || null;
    const found = new RegExp(place.pattern, "u").exec(this.text.slice(0, MAX_MATCHED));
    return (found?.[1] ?? found?.[0])?.slice(0, MAX_VALUE_LENGTH) || null;
  }

  private parsed(): unknown {
    if (!this.isRead) {
      this.isRead = true;
      try {
        this.json = JSON.parse(this.text);
      } catch {
        this.json = undefined;
      }
    }
    return this.json;
  }
}
