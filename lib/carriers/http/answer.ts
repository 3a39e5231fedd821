import type { ErrorRules } from "@/lib/carriers/error-rules";
import { type AnswerPlace, type HttpErrorRule, MAX_CODE_LENGTH } from "@/lib/carriers/http/declared-api";
import type { Exchange } from "@/lib/carriers/http/exchange";
import { textAt } from "@/lib/carriers/http/json-pointer";
import type { HttpSettings } from "@/lib/carriers/http/settings";

/** How much of an answer patterns are tried on, and how much of a reference or a code is kept. */
const MAX_MATCHED = 4_096;
const MAX_VALUE_LENGTH = 200;

/** What an answer means. `alarm`: why somebody should look, in words without the answer. */
export type Verdict =
  | { outcome: "accepted"; reference: string | null }
  | { outcome: "refused" | "elsewhere" | "throttled" | "login"; code: string }
  | { outcome: "later"; code: string; afterMs: number; tries?: number | undefined }
  | { outcome: "unknown"; alarm: string | null };

type Answered = Extract<Exchange, { outcome: "answered" }>;

/**
 * What the answer to a submission means (rules: http submissions, network errors).
 * @param id our own id of the message.
 * @param forAll the operator's rules for all networks of this kind.
 */
export function verdictOf(
  answer: Answered,
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

/** The network's own rule for a code, else the operator's for all, else the one of its API. */
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
 * What follows from a status by itself; null where that is not known. With a code of the provider's that nobody knows, 403 may
 * be about this message alone.
 */
export function usualRule(
  { status, retryAfter }: Pick<Answered, "status" | "retryAfter">,
  hasCode: boolean,
): Rule | null {
  const rule = (action: HttpErrorRule["action"]) => ({ action, afterMs: 0 });
  if (status === 401 || (status === 403 && !hasCode)) return rule("login");
  if (status === 429 || (status === 503 && retryAfter !== null)) return rule("throttled");
  if (status < 300) return null;
  // Whoever answers so may have handed the request on.
  if (status >= 500 || status === 408) return rule("unknown");
  return rule("elsewhere");
}

function alarmOf({ status, isHtml }: Answered): string {
  return `The provider answered ${status} with ${isHtml ? "a page" : "something else"} than what is declared.`;
}

/** An answer's body, read as JSON where somebody asks for a pointer. */
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
