import type { GivenApi } from "@/lib/carriers/http/declared-api";

/** The settings that presets need. */
export type PresetSettings = {
  url?: string | undefined;
  username: string;
  password: string;
  signingKey?: string | undefined;
  reports: boolean;
};

/** A known API: the settings that it requires, and its declaration from them. */
export type Preset = {
  requires: readonly (keyof PresetSettings)[];
  /** The parameters that the provider fills into the address for incoming messages. */
  inboundParameters?: string;
  declare(settings: PresetSettings): GivenApi;
};
