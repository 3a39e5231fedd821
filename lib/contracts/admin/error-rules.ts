import { z } from "zod";
import { ERROR_ACTIONS } from "@/lib/contracts/base/error-actions";
import { integer, label, oneOf } from "@/lib/contracts/base/parameters";
import { done } from "@/lib/contracts/members/account";
import { memberOperation } from "@/lib/contracts/members/operation";

const DAY_MS = 86_400_000;
const CODE_LENGTH = 64;

const kind = z.enum(["smpp", "http"]);

const action = z.enum([...ERROR_ACTIONS.http]);

const outcome = { action, delayMs: z.int(), tries: z.int().nullable() };

/** A rule with the meaning of its code. `exceptions` are the networks with their own rule for the code. */
const errorRule = z.object({
  kind,
  code: z.string(),
  ...outcome,
  name: z.string().nullable(),
  cause: z.string().nullable(),
  /** The outcome without the rule; null if it depends on the response's status. */
  usual: z.object(outcome).nullable(),
  exceptions: z.array(z.string()),
});

/** Lists the rules for errors of all networks of a kind, and the known codes with their causes. */
export const listErrorRules = memberOperation({
  method: "GET",
  path: "/api/admin/networks/errors",
  request: z.object({}),
  response: z.object({
    rules: z.array(errorRule),
    known: z.array(z.object({ kind, code: z.string(), cause: z.string() })),
  }),
});

/**
 * Sets the outcome of a code. It replaces a rule for the code. A wait and tries apply to outcomes that are retried.
 */
export const setErrorRule = memberOperation({
  method: "POST",
  path: "/api/admin/networks/errors",
  request: z.object({
    kind: oneOf(["smpp", "http"]),
    code: label(CODE_LENGTH),
    action: oneOf([...ERROR_ACTIONS.http]),
    delayMs: integer(0, DAY_MS).optional(),
    tries: integer(1, 100).optional(),
  }),
  response: done,
});

/** Removes a rule. The usual outcome applies again. */
export const removeErrorRule = memberOperation({
  method: "POST",
  path: "/api/admin/networks/errors/remove",
  request: z.object({ kind: oneOf(["smpp", "http"]), code: label(CODE_LENGTH) }),
  response: done,
});

export type ErrorRuleRecord = z.output<typeof errorRule>;
export type KnownErrorRecord = z.output<typeof listErrorRules.response>["known"][number];
