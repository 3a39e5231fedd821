"use client";

import {
  type ComponentProps,
  type FormEvent,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { isEarly, LISTENS, tellOfEarlyFields } from "@/components/controls/early-forms";
import { useMadeInBrowser } from "@/components/controls/made-in-browser";

/**
 * Draws a form that the page's code handles (rules: early forms). The browser posts a form without our code
 * by itself, so that no field ends up in an address. A submission before the code is loaded is handled later,
 * with the fields as the reader wrote them.
 */
export function Form({
  onSubmit,
  ref,
  ...form
}: Omit<ComponentProps<"form">, "method" | "action" | "onSubmit"> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
}) {
  const own = useRef<HTMLFormElement>(null);
  useImperativeHandle(ref, () => own.current as HTMLFormElement);
  const isOfPage = !useMadeInBrowser();
  const [isDue, setDue] = useState(false);
  useLayoutEffect(() => own.current?.setAttribute(LISTENS, ""), []);
  useEffect(() => {
    if (!isOfPage || !own.current) return;
    tellOfEarlyFields(own.current);
    if (isEarly(own.current)) setDue(true);
  }, [isOfPage]);
  // The page has read its fields before this effect runs.
  useEffect(() => {
    if (isDue) own.current?.requestSubmit();
  }, [isDue]);
  return (
    <form
      {...form}
      ref={own}
      method="post"
      suppressHydrationWarning
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
    />
  );
}
