"use client";

import { useEffect, useState } from "react";
import { openSurroundings, type Surroundings } from "@/app/mail-addin/taskpane/_components/outlook";
import { EMPTY_FORM } from "@/app/mail-addin/taskpane/_components/pane-form";
import { SendPane } from "@/app/mail-addin/taskpane/_components/send-pane";
import { TokenForm } from "@/app/mail-addin/taskpane/_components/token-form";
import { useOpenItem } from "@/app/mail-addin/taskpane/_components/use-open-item";
import { LoadingRows } from "@/components/ui/states";

/** Draws the mail add-in: it asks for the token once, then sends texts. */
export function TaskPane() {
  const [surroundings, setSurroundings] = useState<Surroundings>();
  useEffect(() => {
    void openSurroundings().then(setSurroundings);
  }, []);
  return surroundings ? <Pane surroundings={surroundings} /> : <LoadingRows rows={3} />;
}

function Pane({ surroundings }: { surroundings: Surroundings }) {
  const { tokens, note } = surroundings;
  const [token, setToken] = useState(() => tokens.read());
  const [isNew, setNew] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [form, setForm] = useState(EMPTY_FORM);
  const item = useOpenItem(surroundings);

  if (token === null || refusal !== undefined) {
    return (
      <TokenForm
        place={tokens.place}
        refusal={refusal}
        onToken={(pasted) => {
          tokens.keep(pasted);
          setToken(pasted);
          setNew(true);
          setRefusal(undefined);
        }}
      />
    );
  }
  return (
    <SendPane
      token={token}
      form={form}
      item={item}
      note={note}
      isFocused={isNew}
      onChange={(changes) => setForm((before) => ({ ...before, ...changes }))}
      onRefused={setRefusal}
      onRemove={() => {
        tokens.remove();
        setToken(null);
      }}
    />
  );
}
