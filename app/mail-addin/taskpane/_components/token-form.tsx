"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/controls/button";
import { Form } from "@/components/controls/form";
import { Field } from "@/components/ui/field";
import { credentialForm } from "@/lib/contracts/base/credential-form";

/** The format of the tokens that the Members Area creates. */
const TOKEN = credentialForm("isk");

/** Asks for the add-in's token, which the reader pastes once. */
export function TokenForm({
  place,
  refusal,
  onToken,
}: {
  place: string;
  /** The server's refusal of the previous token. Undefined if there was none. */
  refusal: string | undefined;
  onToken: (token: string) => void;
}) {
  const [error, setError] = useState(refusal);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const token = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    if (TOKEN.test(token)) return onToken(token);
    setError(
      token === "" ? "Paste your token." : "This isn’t an add-in token. Add-in tokens start with isk_.",
    );
    document.getElementById("token")?.focus();
  };
  return (
    <Form className="flex flex-col gap-4" onSubmit={submit} noValidate>
      <p className="text-sm text-muted">
        This add-in needs a token to send texts from your account. Create one in the{" "}
        <a
          href="/integrations"
          target="_blank"
          rel="noopener noreferrer"
          className="font-medium text-accent underline underline-offset-4"
        >
          Members Area
        </a>{" "}
        under Integrations, Mail add-in, and paste it here. It’s stored {place}.
      </p>
      <Field
        id="token"
        name="token"
        type="password"
        label="Add-in token"
        autoComplete="off"
        spellCheck={false}
        autoFocus={refusal !== undefined}
        error={error}
        onChange={() => setError(undefined)}
      />
      <Button type="submit" fullWidth>
        Save token
      </Button>
    </Form>
  );
}
