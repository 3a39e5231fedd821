import { z } from "zod";
import { ERROR_ACTIONS } from "@/lib/contracts/base/error-actions";
import { integer, label, oneOf } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";
import * as routes from "@/lib/contracts/routes/admin-routes";

const DAY_MS = 86_400_000;
const CODE_LENGTH = 64;

const kind = z.enum(["smpp", "http"]);

const action = z.enum([...ERROR_ACTIONS.http]);

const outcome = { action, delayMs: z.int(), tries: z.int().nullable() };

/** A rule with what its code means. `exceptions`: the networks that have one of their own for it. */
const errorRule = z.object({
  kind,
  code: z.string(),
  ...outcome,
  name: z.string().nullable(),
  cause: z.string().nullable(),
  /** What follows without the rule; null where that depends on the answer's status. */
  usual: z.object(outcome).nullable(),
  exceptions: z.array(z.string()),
});

/** The rules for errors of all networks of a kind, and the codes that are known, with their causes. */
export const listErrorRules = memberOperation({
  ...routes.listErrorRules,
  request: z.object({}),
  response: z.object({
    rules: z.array(errorRule),
    known: z.array(z.object({ kind, code: z.string(), cause: z.string() })),
  }),
});

/** Sets what follows from a code, in place of a rule for it. A wait and tries are for what is tried later. */
export const setErrorRule = memberOperation({
  ...routes.setErrorRule,
  request: z.object({
    kind: oneOf(["smpp", "http"]),
    code: label(CODE_LENGTH),
    action: oneOf([...ERROR_ACTIONS.http]),
    delayMs: integer(0, DAY_MS).optional(),
    tries: integer(1, 100).optional(),
  }),
  response: done,
});

/** Takes a rule away, so that the usual follows again. */
export const removeErrorRule = memberOperation({
  ...routes.removeErrorRule,
  request: z.object({ kind: oneOf(["smpp", "http"]), code: label(CODE_LENGTH) }),
  response: done,
});

export type ErrorRuleRecord = z.output<typeof errorRule>;
export type KnownErrorRecord = z.output<typeof listErrorRules.response>["known"][number];
