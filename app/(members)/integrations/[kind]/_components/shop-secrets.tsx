"use client";

import { useState } from "react";
import { Button } from "@/components/controls/button";
import { Chip } from "@/components/controls/chip";
import { Form } from "@/components/controls/form";
import { useMemberAction } from "@/components/members/use-member";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import {
  readTopics,
  removeShopSecretOperation,
  setShopSecretOperation,
} from "@/lib/contracts/generated/members/integration-topics";
import { SHOP_SECRET_LENGTH, SHOP_TITLES, SHOPS } from "@/lib/contracts/integrations/storefront-topics";
import type { Shop } from "@/lib/contracts/members/integration-topics";

const changes = [readTopics];

/** Draws each shop's secret: its state, a field for a new one, and its removal. */
export function ShopSecrets({ entered }: { entered: Readonly<Record<Shop, boolean>> }) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {SHOPS.map((shop) => (
        <ShopSecret key={shop} shop={shop} isEntered={entered[shop]} />
      ))}
    </div>
  );
}

function ShopSecret({ shop, isEntered }: { shop: Shop; isEntered: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const title = SHOP_TITLES[shop];
  const remove = useMemberAction(removeShopSecretOperation, {
    changes,
    done: `${title} secret removed.`,
    onDone: () => setAsking(false),
  });
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <h3 className="font-medium">{title}</h3>
        <Chip color={isEntered ? "success" : "default"}>{isEntered ? "Verified" : "Not verified"}</Chip>
      </div>
      {isEntered ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-sm text-muted">Secret saved. To change it, remove it first.</p>
          <Button size="sm" variant="danger-soft" onPress={() => setAsking(true)}>
            Remove<span className="sr-only"> the secret of {title}</span>
          </Button>
        </div>
      ) : (
        <EnterSecret shop={shop} />
      )}
      <ConfirmDialog
        title={`Remove ${title} secret?`}
        question="Events will be accepted from anyone who knows the URL."
        confirm="Remove"
        isOpen={isAsking}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate({ shop })}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

function EnterSecret({ shop }: { shop: Shop }) {
  const [secret, setSecret] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const title = SHOP_TITLES[shop];
  const enter = useMemberAction(setShopSecretOperation, {
    changes,
    done: `${title} events are now verified.`,
    quiet: true,
  });
  const submit = () => {
    setEmpty(secret.trim() === "");
    if (secret.trim() !== "" && !enter.isPending) enter.mutate({ shop, secret });
  };
  return (
    <Form className="flex flex-col items-start gap-3" onSubmit={submit} noValidate>
      <Field
        label={`${title} secret`}
        type="password"
        autoComplete="off"
        maxLength={SHOP_SECRET_LENGTH}
        value={secret}
        error={isEmpty ? "Enter the secret." : enter.error?.message}
        onChange={({ target }) => setSecret(target.value)}
      />
      <Button type="submit" size="sm" variant="outline" isPending={enter.isPending}>
        Save secret<span className="sr-only"> for {title}</span>
      </Button>
    </Form>
  );
}
