"use client";

import { Button } from "@heroui/react";
import { type FormEvent, useState } from "react";
import { useMemberAction } from "@/components/members/use-member";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { listDomainRequests, listHeldHosts, requestDomainOperation } from "@/lib/contracts/members/domains";
import { approvingDomains } from "@/lib/sms/text/links";

/** Asks for a domain; of a host that messages are held for, the domain as a whole is offered. */
export function RequestDialog({ begun, onClose }: { begun: string; onClose: () => void }) {
  // The last is the registrable domain, under which all the others are.
  const whole = begun === "" ? "" : (approvingDomains(begun).at(-1) ?? begun);
  const [domain, setDomain] = useState(whole);
  const ask = useMemberAction(requestDomainOperation, {
    changes: [listDomainRequests, listHeldHosts],
    done: "It is requested. You get an e-mail when it is decided.",
    onDone: onClose,
    quiet: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask.mutate({ domain });
  };
  const error =
    ask.error?.code === "missing_parameter" ? "Write a domain, such as example.co.nz." : ask.error?.message;
  return (
    <Dialog title="Request a domain" isOpen onClose={onClose}>
      <form className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <Field
          label="Domain"
          hint="Such as example.co.nz, which covers www.example.co.nz too. You may paste a link."
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
            Messages are held for {begun}. The whole domain is asked for, so that other hosts of it need no
            approval of their own.
          </p>
        ) : null}
        <p className="text-sm text-muted">
          Somebody looks at what is behind the domain. Short link services and pages that many people share
          are approved by their full host name only.
        </p>
        <div className="flex justify-end gap-2">
          <Button variant="outline" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={ask.isPending}>
            Request
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
