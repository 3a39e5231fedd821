import type { AnswerPlace, DeclaredApi, HttpErrorRule } from "@/lib/carriers/http/declared-api";
import type { Exchange } from "@/lib/carriers/http/exchange";
import { textAt } from "@/lib/carriers/http/json-pointer";

/** How much of an answer patterns are tried on, and how much of a reference or a code is kept. */
const MAX_MATCHED = 4_096;
const MAX_VALUE_LENGTH = 200;
const MAX_CODE_LENGTH = 64;

/** What an answer means. `alarm`: why somebody should look, in words without the answer. */
export type Verdict =
  | { outcome: "accepted"; reference: string | null }
  | { outcome: "refused" | "elsewhere" | "throttled" | "login"; code: string }
  | { outcome: "later"; code: string; afterMs: number }
  | { outcome: "unknown"; alarm: string | null };

type Answered = Extract<Exchange, { outcome: "answered" }>;

/**
 * What the answer to a submission means (rules: http submissions).
 * @param id our own id of the message.
 * @param overrides rules that count before the API's own.
 */
export function verdictOf(
  answer: Answered,
  id: string,
  api: DeclaredApi,
  overrides: Readonly<Record<string, HttpErrorRule>>,
): Verdict {
  const { status } = answer;
  const body = new AnswerBody(answer.body);
  if (api.success.statuses.includes(status)) {
    const hasAll = api.success.has === undefined || body.at(api.success.has) !== null;
    const reference = api.reference === "ours" ? id : body.at(api.reference);
    if (hasAll && reference !== null) return { outcome: "accepted", reference };
  }
  const own = api.errorCode && body.at(api.errorCode)?.slice(0, MAX_CODE_LENGTH);
  const byStatus = `HTTP ${status}`;
  const rules = { ...api.errors, ...overrides };
  const known = [own, byStatus].find((name) => name && Object.hasOwn(rules, name));
  const rule = (known && rules[known]) || usualRule(answer, Boolean(own));
  const code = own || byStatus;
  if (rule === null) return { outcome: "unknown", alarm: alarmOf(answer) };
  if (rule.action === "unknown") return { outcome: "unknown", alarm: null };
  if (rule.action === "later") return { outcome: "later", code, afterMs: rule.afterMs };
  return { outcome: rule.action, code };
}

/**
 * What follows from a status by itself; null where that is not known. With a code of the provider's that nobody knows, 403 may
 * be about this message alone.
 */
function usualRule(
  { status, retryAfter }: Answered,
  hasCode: boolean,
): Pick<HttpErrorRule, "action" | "afterMs"> | null {
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
