"use client";

import { useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import {
  listDomainRequests,
  listHeldHosts,
  requestDomainOperation,
} from "@/lib/contracts/generated/members/domains";
import { approvingDomains } from "@/lib/sms/links/links";

/** Asks for a domain. For the host of held messages it suggests the whole domain. */
export function RequestDialog({ begun, onClose }: { begun: string; onClose: () => void }) {
  // The last one is the registrable domain, which contains all others.
  const whole = begun === "" ? "" : (approvingDomains(begun).at(-1) ?? begun);
  const [domain, setDomain] = useState(whole);
  const ask = useMemberAction(requestDomainOperation, {
    changes: [listDomainRequests, listHeldHosts],
    done: "Requested. We’ll email you.",
    close: onClose,
    quiet: true,
  });
  const error =
    ask.error?.code === "missing_parameter" ? "Enter a domain, such as example.co.nz." : ask.error?.message;
  return (
    <FormDialog
      title="Request domain"
      confirm="Request"
      isPending={ask.isPending}
      onSubmit={() => ask.mutate({ domain })}
      onClose={onClose}
    >
      <Field
        label="Domain"
        hint="For example example.co.nz, which also covers www.example.co.nz. You can paste a link."
        autoFocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={domain}
        onChange={({ target }) => setDomain(target.value)}
        error={error}
      />
      {begun !== "" && begun !== whole ? (
        <p className="text-sm text-muted">
          Messages are held for {begun}. Requesting the whole domain covers its other subdomains too.
        </p>
      ) : null}
      <p className="text-sm text-muted">
        A person reviews each domain. Link shorteners and shared hosting are approved by full hostname only.
      </p>
    </FormDialog>
  );
}
