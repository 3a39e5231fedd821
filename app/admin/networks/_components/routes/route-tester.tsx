"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { FilterSelect } from "@/components/lists/filter-field";
import type { InputOf } from "@/components/members/declared";
import { useMember } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Loaded } from "@/components/ui/states";
import { MESSAGE_CLASS_WORDS } from "@/components/words/message-classes";
import { SEND_TYPE_WORDS } from "@/components/words/send-types";
import { MESSAGE_CLASSES } from "@/lib/contracts/base/values";
import { explainRoute } from "@/lib/contracts/generated/admin/network-routes";

type Question = InputOf<typeof explainRoute>;

const TYPES = (["sms", "otp", "appointment"] as const).map((value) => ({
  value,
  title: SEND_TYPE_WORDS[value],
}));

const CLASSES = MESSAGE_CLASSES.map((value) => ({ value, title: MESSAGE_CLASS_WORDS[value].title }));

/** Draws a form that finds the current route and network of a message, with the reason. */
export function RouteTester() {
  const [sendType, setSendType] = useState("sms");
  const [messageClass, setMessageClass] = useState("transactional");
  const [asked, setAsked] = useState<{ question: Question; at: number }>();
  return (
    <Panel title="Test a route">
      <Form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          const form = new FormData(event.currentTarget);
          const account = String(form.get("account"));
          const text = String(form.get("text"));
          const question = {
            to: String(form.get("to")),
            sender: String(form.get("sender")),
            ...(account === "" ? {} : { account }),
            ...(text === "" ? {} : { text }),
            sendType,
            messageClass,
          } as Question;
          setAsked({ question, at: Date.now() });
        }}
      >
        <div className="grid items-start gap-4 sm:grid-cols-3">
          <Field label="Number" name="to" type="tel" autoComplete="off" required />
          <Field label="Sender" name="sender" maxLength={20} autoComplete="off" required />
          <Field
            label="Account number (optional)"
            name="account"
            inputMode="numeric"
            pattern="[0-9]*"
            autoComplete="off"
          />
          <Field label="Text (optional)" name="text" maxLength={1_000} autoComplete="off" />
          <FilterSelect label="Type" value={sendType} onChange={setSendType} options={TYPES} />
          <FilterSelect label="Class" value={messageClass} onChange={setMessageClass} options={CLASSES} />
        </div>
        <div>
          <Button type="submit" variant="outline">
            Find route
          </Button>
        </div>
      </Form>
      {asked ? <Answer key={asked.at} question={asked.question} /> : null}
    </Panel>
  );
}

function Answer({ question }: { question: Question }) {
  const answer = useMember(explainRoute, question);
  return (
    <div aria-live="polite" className="mt-4">
      <Loaded query={answer}>
        {({ carrier, route, network, why, targets, warning }) => (
          <>
            <p>
              <span className="font-medium">{carrier === null ? "Refused." : `Sent to ${carrier}.`}</span>{" "}
              {why}
              <span className="block text-sm text-muted">
                {network === null
                  ? "The number’s network is unknown."
                  : `The number’s network is ${network}.`}
                {route === null || carrier !== null ? "" : ` Route ${route} applies.`}
              </span>
            </p>
            {warning ? <p className="mt-2 text-sm font-medium">{warning}</p> : null}
            {targets.length > 0 ? (
              <ul aria-label="Networks of the route" className="mt-2 flex flex-col gap-1 text-sm">
                {targets.map((target) => (
                  <li key={target.carrier} className="flex flex-wrap gap-x-3">
                    <span className="font-medium wrap-anywhere">{target.carrier}</span>
                    <span className="text-muted">{target.why}</span>
                  </li>
                ))}
              </ul>
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  );
}
