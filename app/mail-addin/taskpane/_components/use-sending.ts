import { useRef, useState } from "react";
import { sendTexts, type Texts } from "@/app/mail-addin/taskpane/_components/send-texts";
import type { RequestError } from "@/components/members/request";
import { newKey } from "@/components/send/check-send";
import type { BulkSendResponse } from "@/lib/contracts/gateway/send";

/**
 * Returns a function that sends the form's values. Repeated presses of the button send a filled form only
 * once.
 */
export function useSending(token: string, onRefused: (refusal: string) => void) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState<BulkSendResponse>();
  const keyed = useRef({ texts: "", key: "" });
  const send = async (texts: Texts) => {
    const content = JSON.stringify([texts.to, texts.message]);
    if (keyed.current.texts !== content) keyed.current = { texts: content, key: newKey() };
    setPending(true);
    setError(undefined);
    try {
      setSent(await sendTexts(token, texts, keyed.current.key));
    } catch (failure) {
      const { message, status } = failure as RequestError;
      if (status === 401) onRefused(message);
      else setError(message);
    } finally {
      setPending(false);
    }
  };
  const startAnew = () => {
    keyed.current = { texts: "", key: "" };
    setSent(undefined);
  };
  return { send, sent, error, isPending, startAnew };
}
