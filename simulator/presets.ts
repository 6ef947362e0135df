/*
 * Whole sets of parameters, each a vendor that one could plausibly meet, so that tests can run
 * against one after the other. `standard` is every default.
 */
import type { ExchangeParameters } from './parameters.js';

type Preset = Partial<ExchangeParameters>;

export const PRESETS = {
  'standard': {},
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

export function parametersOfPreset(name: string): Preset {
  const found = PRESET_NAMES.find((one) => one === name);
  if (found === undefined) throw new Error(`A preset is one of ${PRESET_NAMES.join(', ')}`);
  return PRESETS[found];
}
