"use client";

import { useState } from "react";
import { EVENT_TYPE, type EventType } from "@/app/(members)/webhooks/_components/words";
import { FilterSelect } from "@/components/lists/filter-field";
import { useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { SAVED } from "@/components/words/confirmations";
import { ENDPOINT_NAME_LENGTH, EVENT_TYPES } from "@/lib/contracts/base/values";
import {
  addFurtherEndpoint,
  changeFurtherEndpoint,
  listFurtherEndpoints,
} from "@/lib/contracts/generated/members/further-endpoints";
import type { FurtherEndpointRecord } from "@/lib/contracts/members/further-endpoints";

/** Draws the dialog that adds or changes an endpoint. */
export function EndpointDialog({
  endpoint,
  senders,
  onClose,
}: {
  endpoint: FurtherEndpointRecord | undefined;
  senders: readonly string[];
  onClose: () => void;
}) {
  const [name, setName] = useState(endpoint?.name ?? "");
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [eventTypes, setEventTypes] = useState<readonly EventType[]>(endpoint?.eventTypes ?? []);
  const [sender, setSender] = useState(endpoint?.sender ?? "");
  const options = { changes: [listFurtherEndpoints], quiet: true, close: onClose };
  const add = useMemberAction(addFurtherEndpoint, {
    ...options,
    done: "Endpoint added. Send a test event to try it.",
  });
  const change = useMemberAction(changeFurtherEndpoint, { ...options, done: SAVED });
  const refusal = (add.error ?? change.error)?.message;
  const isAboutUrl = refusal?.startsWith("Parameter 'url'") === true;
  const given = { name, url, eventTypes: [...eventTypes], sender: sender || null };
  // A sender that the account may no longer use stays selected until the reader selects another one.
  const listed = sender === "" || senders.includes(sender) ? senders : [...senders, sender];
  return (
    <FormDialog
      title={endpoint ? "Change endpoint" : "Add endpoint"}
      confirm={endpoint ? "Save" : "Add"}
      isPending={add.isPending || change.isPending}
      isDisabled={name.trim() === "" || url.trim() === ""}
      error={isAboutUrl ? undefined : refusal}
      onSubmit={() => (endpoint ? change.mutate({ id: endpoint.id, ...given }) : add.mutate(given))}
      onClose={onClose}
    >
      <Field
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={ENDPOINT_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Field
        label="URL"
        type="url"
        placeholder="https://example.co.nz/sms-events"
        hint="A public https:// address. Changing it clears earlier failures."
        autoComplete="off"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        error={isAboutUrl ? refusal?.replace("Parameter 'url'", "The URL") : undefined}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 text-sm font-medium">Events</legend>
        <p className="text-sm text-muted">Choose none if only auto replies send texts there.</p>
        {EVENT_TYPES.map((type) => (
          <label key={type} className="flex items-start gap-3 text-sm">
            <input
              type="checkbox"
              className="mt-0.5 size-4 accent-accent"
              checked={eventTypes.includes(type)}
              onChange={({ target }) =>
                setEventTypes(
                  EVENT_TYPES.filter((each) => (each === type ? target.checked : eventTypes.includes(each))),
                )
              }
            />
            <span>
              {EVENT_TYPE[type].title}
              <span className="block text-muted">{EVENT_TYPE[type].what}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FilterSelect
        label="Sender"
        value={sender}
        onChange={setSender}
        options={[
          { value: "", title: "All senders" },
          ...listed.map((number) => ({ value: number, title: number })),
        ]}
      />
    </FormDialog>
  );
}
