import type { GivenApi } from "@/lib/carriers/http/declared-api";

/** The few settings that presets need. */
export type PresetSettings = {
  url?: string | undefined;
  username: string;
  password: string;
  signingKey?: string | undefined;
  reports: boolean;
};

/** An API that is known: what it needs, and what it is declared as then. */
export type Preset = {
  requires: readonly (keyof PresetSettings)[];
  /** What the provider fills into the address of a message in. */
  inboundParameters?: string;
  declare(settings: PresetSettings): GivenApi;
};
