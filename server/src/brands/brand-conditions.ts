import type { BrandSettings } from '@portside/contract/brand';
import { type CarrierCapability, carrierCapability } from '@portside/contract/carrier-can';

export type Can = ReadonlySet<CarrierCapability>;

export const everyCapability: Can = new Set(carrierCapability.options);

/** What a brand's texts depend on. Without `can` nobody knows its carrier here. */
export interface Facts {
  readonly brand: Pick<BrandSettings, 'fees' | 'promoCodes'>;
  readonly can?: Can | undefined;
}

const ofSettings: Readonly<Record<string, (brand: Facts['brand']) => boolean>> = {
  activationFee: ({ fees }) => fees.activationCents > 0,
  regulatoryFee: ({ fees }) => fees.regulatoryCents > 0,
  promoCodes: ({ promoCodes }) => promoCodes.some(({ over }) => !over),
};

/**
 * Whether a condition of `{if name}` holds: one about the settings, a carrier's capability, or
 * `portOut`, a transfer PIN in either way.
 *
 * @throws Error for a name that is no condition, or that is not known here
 */
export function isSo(name: string, { brand, can }: Facts): boolean {
  if (Object.hasOwn(ofSettings, name)) return ofSettings[name]?.(brand) === true;
  const asked = name === 'portOut' ? ['transferPin', 'issueTransferPin'] : [name];
  const capabilities = carrierCapability.options.filter((one) => asked.includes(one));
  if (capabilities.length === 0) throw new Error(`{if ${name}}: there is no such condition`);
  if (!can) throw new Error(`{if ${name}}: what the carrier offers is not known in this file`);
  return capabilities.some((one) => can.has(one));
}

const conditional = /\{if (\w+)\}((?:(?!\{if ).)*?)(?:\{else\}((?:(?!\{if ).)*?))?\{end\}/gs;

/**
 * `{if portOut}…{else}…{end}`; `{else}` may be left out. They don't nest.
 *
 * @throws Error as {@link isSo}, and where a part has no beginning or end
 */
export function resolveConditions(text: string, facts: Facts): string {
  const resolved = text.replaceAll(
    conditional,
    (_whole, name: string, then: string, otherwise = '') => (isSo(name, facts) ? then : otherwise),
  );
  const [open] = /\{(?:if\b[^}]*|else|end)\}/.exec(resolved) ?? [];
  if (open) throw new Error(`${open} has no counterpart ({if …}…{else}…{end}, not nested)`);
  return resolved;
}
