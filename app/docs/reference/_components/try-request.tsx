"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { type TriedRequest, type TriedResponse, tryRequest } from "@/app/docs/reference/_components/try";
import { Form } from "@/components/controls/form";

type Props = {
  method: "GET" | "POST";
  path: string;
  /** The initial JSON; null for a request without a body. */
  body: string | null;
  query: string;
  takesToken: boolean;
  takesPassword: boolean;
};

const INPUT =
  "w-full min-w-0 rounded-lg border border-line bg-panel px-3 py-2 font-mono text-[13px] -outline-offset-1 min-h-11";

/**
 * Draws a form that sends the reader's request to this host only. The reader types the credentials, and the
 * page does not store them: a session of the Members Area is no credential of the API.
 */
export function TryRequest({ method, path, body, query, takesToken, takesPassword }: Props) {
  const [answered, setAnswered] = useState<TriedResponse>();
  const [isSending, setSending] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? "").trim();
    const request: TriedRequest = {
      method,
      path,
      query: text("query"),
      token: text("token"),
      body: body === null ? null : text("body"),
      userId: text("userId"),
      password: String(given.get("password") ?? ""),
    };
    setSending(true);
    setAnswered(await tryRequest(request));
    setSending(false);
  };
  return (
    <Form onSubmit={(event) => void send(event)} autoComplete="off" className="flex min-w-0 flex-col gap-4">
      <p className="max-w-prose text-sm leading-6 text-muted">
        The request goes to this host only, and your credentials aren’t stored. It’s a real request: messages
        are sent and charged unless the sandbox is on.
      </p>
      {takesToken ? (
        <Labelled label="Access token">{(id) => <input id={id} name="token" className={INPUT} />}</Labelled>
      ) : null}
      {takesPassword ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Labelled label="Or user ID">{(id) => <input id={id} name="userId" className={INPUT} />}</Labelled>
          <Labelled label="Password">
            {(id) => <input id={id} name="password" type="password" autoComplete="off" className={INPUT} />}
          </Labelled>
        </div>
      ) : null}
      {method === "GET" || query !== "" ? (
        <Labelled label="Query string">
          {(id) => <input id={id} name="query" defaultValue={query} className={INPUT} />}
        </Labelled>
      ) : null}
      {body === null ? null : (
        <Labelled label="Request body">
          {(id) => (
            <textarea
              id={id}
              name="body"
              defaultValue={body}
              spellCheck={false}
              rows={Math.min(body.split("\n").length + 1, 16)}
              className={`${INPUT} leading-6`}
            />
          )}
        </Labelled>
      )}
      <button
        type="submit"
        disabled={isSending}
        className="min-h-11 self-start rounded-full bg-accent px-5 font-medium text-on-accent hover:opacity-90 disabled:opacity-60"
      >
        Send request
      </button>
      <noscript>
        <p>Trying requests needs JavaScript. The samples on this page don’t.</p>
      </noscript>
      <div role="status" className="min-w-0">
        {answered ? <Answer {...answered} /> : null}
      </div>
    </Form>
  );
}

function Answer({ status, durationMs, text }: TriedResponse) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="text-sm">
        <span className="font-medium">{status}</span>{" "}
        <span className="text-muted tabular-nums">{`${durationMs} ms`}</span>
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard.
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-xl border border-line bg-panel p-4 font-mono text-[13px] leading-6 -outline-offset-2"
      >
        {text}
      </pre>
    </div>
  );
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
