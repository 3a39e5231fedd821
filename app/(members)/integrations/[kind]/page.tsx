import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Suspense } from "react";
import { IntegrationPage } from "@/app/(members)/integrations/[kind]/_components/integration-page";
import { baseUrl } from "@/app/docs/_content/base-url";
import { LoadingRows } from "@/components/ui/states";
import { INTEGRATION_KINDS, INTEGRATIONS } from "@/lib/contracts/integrations/integration-kind";

type Props = { params: Promise<{ kind: string }> };

async function kindOf({ params }: Props) {
  const { kind } = await params;
  return INTEGRATION_KINDS.find((each) => each === kind) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: INTEGRATIONS[await kindOf(props)].title };
}

/** One integration. */
export default async function Page(props: Props) {
  const kind = await kindOf(props);
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <IntegrationPage key={kind} kind={kind} baseUrl={await baseUrl()} />
    </Suspense>
  );
}
