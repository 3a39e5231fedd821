"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { Alert, AlertContent, AlertTitle } from "@/components/controls/alert";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { useMember, useMemberAction } from "@/components/members/use-member";
import { Field } from "@/components/ui/field";
import { FormError } from "@/components/ui/form-error";
import { Panel } from "@/components/ui/panel";
import { beginCardTopUpOperation, readCardTopUp } from "@/lib/contracts/generated/members/card-top-up";
import { formatMoney } from "@/lib/money";

const SUGGESTED = ["50", "100", "250"] as const;

/**
 * Draws the form for a top-up on the card processor's page. Draws nothing if the installation takes no cards.
 */
export function CardTopUp() {
  const paid = useSearchParams().get("paid");
  const card = useMember(readCardTopUp, {});
  const [dollars, setDollars] = useState<string>(SUGGESTED[0]);
  const begin = useMemberAction(beginCardTopUpOperation, {
    quiet: true,
    onDone: ({ url }) => location.assign(url),
  });
  if (!card.data?.available) return null;
  const { min, max } = card.data;
  const submit = () => {
    begin.mutate({ dollars });
  };
  return (
    <Panel title="Top up by card">
      <div className="flex flex-col gap-4">
        {paid === "yes" ? (
          <Alert status="success">
            <AlertContent>
              <AlertTitle>Thank you. Your balance updates once the payment is confirmed.</AlertTitle>
            </AlertContent>
          </Alert>
        ) : null}
        {paid === "no" ? <p role="status">Payment cancelled. Nothing was charged.</p> : null}
        <Form className="flex max-w-md flex-col gap-4" onSubmit={submit}>
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">Suggested amounts</legend>
            {SUGGESTED.map((amount) => (
              <Button
                key={amount}
                size="sm"
                variant={dollars === amount ? "primary" : "outline"}
                onPress={() => setDollars(amount)}
              >
                {formatMoney(amount)}
              </Button>
            ))}
          </fieldset>
          <Field
            label="Amount in NZ$ (whole dollars)"
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            step={1}
            value={dollars}
            onChange={({ target }) => setDollars(target.value)}
            required
          />
          <FormError>{begin.error?.message}</FormError>
          <Button type="submit" className="self-start" isPending={begin.isPending}>
            Continue to payment
          </Button>
        </Form>
      </div>
    </Panel>
  );
}
