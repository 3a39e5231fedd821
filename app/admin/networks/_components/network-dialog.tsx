"use client";

import { type FormEvent, useState } from "react";
import { TextArea } from "@/components/controls/text-area";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMemberAction } from "@/components/members/use-member";
import { Dialog, KeptButton } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import type { NetworkRecord } from "@/lib/contracts/admin/networks";
import { addNetwork, changeNetwork, listNetworks } from "@/lib/contracts/generated/admin/networks";

type Kind = { name: string; secrets: readonly string[] };

const options = { changes: [listNetworks], quiet: true, done: SAVED };

/** Draws the dialog that adds a network or changes its settings. */
export function NetworkDialog({
  network,
  kinds,
  onClose,
}: {
  network?: NetworkRecord;
  kinds: readonly Kind[];
  onClose: () => void;
}) {
  const [addresses, setAddresses] = useState<Record<string, string>>();
  const add = useMemberAction(addNetwork, {
    ...options,
    onDone: ({ addresses: told }) => (Object.keys(told).length > 0 ? setAddresses(told) : onClose()),
  });
  const change = useMemberAction(changeNetwork, { ...options, close: onClose });
  const [kind, setKind] = useState(network?.kind ?? kinds[0]?.name ?? "");
  const secretNames = kinds.find(({ name }) => name === kind)?.secrets ?? [];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const settings = String(form.get("settings"));
    const secrets = writtenSecrets(secretNames, form);
    if (network) change.mutate({ name: network.name, settings, ...secrets });
    else add.mutate({ name: String(form.get("name")), kind, settings, ...secrets });
  };
  if (addresses) return <Addresses addresses={addresses} onClose={onClose} />;
  return (
    <FormDialog
      title={network ? `${network.name} settings` : "Add network"}
      confirm={network ? "Save" : "Add network"}
      isPending={add.isPending || change.isPending}
      isCheckedByBrowser
      error={(network ? change : add).error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      {network ? null : (
        <>
          <Field
            label="Name"
            name="name"
            hint="Lower-case letters, digits and hyphens. You can’t change it later."
            pattern="[a-z0-9][a-z0-9\-]*"
            maxLength={30}
            autoComplete="off"
            required
          />
          <FilterSelect
            label="Type"
            value={kind}
            onChange={setKind}
            options={kinds.map(({ name }) => ({ value: name, title: name }))}
          />
        </>
      )}
      <TextArea
        label="Settings"
        hint="JSON, as described in docs/networks.md."
        name="settings"
        required
        defaultValue={network?.settings ?? "{\n  \n}"}
        rows={8}
        className="min-h-40 font-mono text-sm"
        autoComplete="off"
        spellCheck={false}
      />
      {secretNames.map((name) => (
        <Field
          key={name}
          label={`Secret: ${name}`}
          name={`secret-${name}`}
          type="password"
          hint={
            network
              ? "Never shown. Leave empty to keep it."
              : "Encrypted and never shown again. Enter values other than text as JSON."
          }
          autoComplete="new-password"
        />
      ))}
    </FormDialog>
  );
}

/**
 * Draws the addresses to set up at the network. They are shown once, because they may contain a secret of
 * ours.
 */
function Addresses({
  addresses,
  onClose,
}: {
  addresses: Readonly<Record<string, string>>;
  onClose: () => void;
}) {
  return (
    <Dialog
      title="Set these up with the network"
      isOpen
      onClose={onClose}
      footer={<KeptButton onPress={onClose} />}
    >
      <p className="mb-4">Keep these secret. They’re only shown once.</p>
      <dl className="flex flex-col gap-3 text-sm">
        {Object.entries(addresses).map(([what, address]) => (
          <div key={what}>
            <dt className="font-medium">{what}</dt>
            <dd>
              <code className="wrap-anywhere">{address}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** Returns the entered secrets as JSON, or no field if all are empty. */
function writtenSecrets(names: readonly string[], form: FormData): { secrets?: string } {
  const given = names
    .map((name) => [name, String(form.get(`secret-${name}`) ?? "")] as const)
    .filter(([, text]) => text !== "");
  if (given.length === 0) return {};
  return { secrets: JSON.stringify(Object.fromEntries(given.map(([name, text]) => [name, read(text)]))) };
}

/** Parses a secret that is an object, such as `tls`, as JSON. Any other secret is the text itself. */
function read(text: string): unknown {
  if (!text.startsWith("{")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
