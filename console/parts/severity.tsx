import type { ReactNode } from 'react';
import type { Break } from '../api/answers.js';
import { Mark, type Shape, type Tone } from './mark.js';

export { spaced } from './spaced.js';

const SEVERITIES: Readonly<Record<Break['severity'], readonly [Shape, Tone]>> = {
  Critical: ['cross', 'bad'],
  High: ['triangle', 'bad'],
  Medium: ['half-disc', 'doubt'],
  Low: ['ring', 'muted'],
};

export function Severity({ of }: { readonly of: Break['severity'] }): ReactNode {
  const [shape, tone] = SEVERITIES[of];
  return (
    <Mark shape={shape} tone={tone}>
      {of}
    </Mark>
  );
}

const STATUSES: Readonly<Record<Break['status'], readonly [Shape, Tone, string]>> = {
  Open: ['disc', 'accent', 'Open'],
  Assigned: ['half-disc', 'accent', 'Assigned'],
  AwaitingApproval: ['clock', 'doubt', 'Awaits approval'],
  Resolved: ['tick', 'good', 'Resolved'],
  AutoResolved: ['tick', 'muted', 'Ended'],
};

export function BreakStatus({ of }: { readonly of: Break['status'] }): ReactNode {
  const [shape, tone, text] = STATUSES[of];
  return (
    <Mark shape={shape} tone={tone}>
      {text}
    </Mark>
  );
}
