import type { ReactNode } from 'react';
import { Mark } from '../parts/mark.js';
import { NOTHING } from '../parts/figures.js';
import { isHalted } from './listing.js';

/** The exchange's word for the trading of a security; one that says it does not trade stands out. */
export function SecurityStatus({ status }: { readonly status: string | null }): ReactNode {
  if (status === null) return NOTHING;
  if (!isHalted(status)) return <span>{status}</span>;
  return (
    <Mark shape="cross" tone="bad">
      <b>{status}</b>
    </Mark>
  );
}
