"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { TextArea } from "@/components/controls/text-area";
import { useMemberAction } from "@/components/members/use-member";
import { Changes, Room } from "@/components/send/text-room";
import { SAVED } from "@/components/words/confirmations";
import { readTopics, saveTopicOperation } from "@/lib/contracts/generated/members/integration-topics";
import { PLACEHOLDERS, TOPICS, templateProblem } from "@/lib/contracts/integrations/storefront-topics";
import type { TopicRecord } from "@/lib/contracts/members/integration-topics";
import { fillTemplate } from "@/lib/sms/text/fill-template";
import { measure } from "@/lib/sms/text/measure";

const NAMES = Object.keys(PLACEHOLDERS);

/** Draws the editor for the text of an event, beside a preview. */
export function TopicEditor({ saved, onClose }: { saved: TopicRecord; onClose: () => void }) {
  const { topic } = saved;
  const { title, template: usual } = TOPICS[topic];
  const [template, setTemplate] = useState(saved.template);
  const area = useRef<HTMLTextAreaElement>(null);
  const save = useMemberAction(saveTopicOperation, {
    changes: [readTopics],
    done: SAVED,
    quiet: true,
    close: onClose,
  });
  const problem = templateProblem(template);
  const said = problem === null ? save.error?.message : `The text ${problem}.`;

  const insert = (name: string) => {
    const field = area.current;
    const [from, to] = [field?.selectionStart ?? template.length, field?.selectionEnd ?? template.length];
    const named = `{{${name}}}`;
    setTemplate(template.slice(0, from) + named + template.slice(to));
    // Puts the caret after the value when the field has the new text.
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(from + named.length, from + named.length);
    });
  };
  return (
    <Form
      className="mt-3 grid items-start gap-5 lg:grid-cols-2"
      onSubmit={() => {
        if (problem === null && !save.isPending) save.mutate({ topic, template: template.trim() });
      }}
      noValidate
    >
      <div className="flex min-w-0 flex-col gap-3">
        <TextArea
          ref={area}
          label={`Text for “${title}”`}
          error={said}
          rows={4}
          className="min-h-28"
          value={template}
          onChange={setTemplate}
        />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-1.5 text-sm text-muted">Insert order details:</legend>
          {NAMES.map((name) => (
            <Button key={name} size="sm" variant="secondary" onPress={() => insert(name)}>
              <span className="font-mono text-xs">{`{{${name}}}`}</span>
            </Button>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            size="sm"
            isDisabled={problem !== null || template.trim() === saved.template}
            isPending={save.isPending}
          >
            Save text
          </Button>
          <Button
            size="sm"
            variant="outline"
            isDisabled={template === usual}
            onPress={() => setTemplate(usual)}
          >
            Reset to default
          </Button>
        </div>
      </div>
      <Preview template={template} />
    </Form>
  );
}

/** Draws the text with example values, as a customer would get it, and its length. */
function Preview({ template }: { template: string }) {
  const filled = fillTemplate(template, PLACEHOLDERS);
  const measured = measure(filled, false);
  return (
    <section aria-label="Preview" className="min-w-0">
      <p className="mb-1 text-sm text-muted">Example for an order by Aroha:</p>
      <p className="w-fit max-w-full rounded-2xl rounded-bl-sm border border-line bg-page px-4 py-2.5 break-words whitespace-pre-wrap">
        {measured.text === "" ? <span className="text-muted">Nothing yet</span> : measured.text}
      </p>
      <Room measured={measured} />
      {measured.tooLong ? <p className="text-sm text-danger">Text over the limit is cut off.</p> : null}
      <Changes text={filled} />
    </section>
  );
}
