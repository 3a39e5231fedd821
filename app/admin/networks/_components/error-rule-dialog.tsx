"use client";

import { type FormEvent, useId, useState } from "react";
import { ACTION_WORDS } from "@/app/admin/networks/_components/explained-error";
import { FilterSelect } from "@/components/lists/filter-field";
import type { InputOf } from "@/components/members/declared";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import type { ErrorRuleRecord, KnownErrorRecord } from "@/lib/contracts/admin/error-rules";
import { ERROR_ACTIONS, type ErrorAction, type ErrorKind } from "@/lib/contracts/base/error-actions";
import { listErrorRules, setErrorRule } from "@/lib/contracts/generated/admin/error-rules";
import { listRoutes } from "@/lib/contracts/generated/admin/network-routes";

const KINDS = [
  { value: "smpp", title: "smpp" },
  { value: "http", title: "http" },
];

const EXAMPLES: Record<ErrorKind, string> = {
  smpp: "An SMPP status, such as 0x0000000B.",
  http: "The provider’s own code, or an HTTP status such as HTTP 404.",
};

/**
 * Asks for the outcome of an error of all networks of a kind.
 * @param rule the rule to change; null for a new one.
 * @param known the codes to suggest, with their causes.
 */
export function ErrorRuleDialog({
  rule,
  known,
  onClose,
}: {
  rule: ErrorRuleRecord | null;
  known: readonly KnownErrorRecord[];
  onClose: () => void;
}) {
  const codes = useId();
  const [kind, setKind] = useState<ErrorKind>(rule?.kind ?? "smpp");
  const [action, setAction] = useState<ErrorAction>(rule?.action ?? "elsewhere");
  const save = useMemberAction(setErrorRule, {
    changes: [listErrorRules, listRoutes],
    quiet: true,
    done: "Rule saved. Networks follow within seconds.",
    close: onClose,
  });
  const actions: readonly ErrorAction[] = ERROR_ACTIONS[kind];
  const isLater = action === "later";
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const tries = String(form.get("tries") ?? "");
    save.mutate({
      kind,
      code: rule?.code ?? String(form.get("code")),
      action,
      ...(isLater && { delayMs: Math.round(Number(form.get("delay")) * 1_000) }),
      ...(isLater && tries !== "" && { tries: Number(tries) }),
    } as InputOf<typeof setErrorRule>);
  };
  return (
    <FormDialog
      title={rule ? `Rule for ${rule.code}` : "Add rule"}
      confirm="Save"
      isPending={save.isPending}
      isCheckedByBrowser
      error={save.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      {rule ? null : (
        <>
          <FilterSelect
            label="Network type"
            value={kind}
            onChange={(chosen) => {
              setKind(chosen as ErrorKind);
              setAction("elsewhere");
            }}
            options={KINDS}
          />
          <Field
            label="Code"
            name="code"
            hint={EXAMPLES[kind]}
            list={codes}
            maxLength={64}
            autoComplete="off"
            required
          />
          <datalist id={codes}>
            {known
              .filter((one) => one.kind === kind)
              .map(({ code, cause }) => (
                <option key={code} value={code}>
                  {cause}
                </option>
              ))}
          </datalist>
        </>
      )}
      <FilterSelect
        label="Outcome"
        value={action}
        onChange={(chosen) => setAction(chosen as ErrorAction)}
        options={actions.map((value) => ({ value, title: ACTION_WORDS[value] }))}
      />
      {isLater ? (
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label="Retry after (seconds)"
            name="delay"
            type="number"
            min={0}
            max={86_400}
            step={0.001}
            defaultValue={rule?.action === "later" ? rule.delayMs / 1_000 : 30}
            required
          />
          <Field
            label="Tries"
            name="tries"
            type="number"
            hint={
              kind === "smpp"
                ? "Then the next network is used."
                : "Then the next network is used. Leave empty to retry until the message expires."
            }
            min={1}
            max={100}
            defaultValue={rule?.tries ?? (kind === "smpp" ? 5 : "")}
            required={kind === "smpp"}
          />
        </div>
      ) : null}
    </FormDialog>
  );
}
