import type { ReactNode } from 'react';

/** A state by word, shape and colour, so that it reads without colour too. */
export type Shape =
  'ring' | 'half-ring' | 'disc' | 'half-disc' | 'tick' | 'dash' | 'cross' | 'clock' | 'triangle';
export type Tone = 'muted' | 'accent' | 'good' | 'doubt' | 'bad';

const SHAPES: Readonly<Record<Shape, ReactNode>> = {
  ring: <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.3" />,
  'half-ring': (
    <>
      <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d="M5 1.4a3.6 3.6 0 0 0 0 7.2z" fill="currentColor" />
    </>
  ),
  disc: <circle cx="5" cy="5" r="4" fill="currentColor" />,
  'half-disc': (
    <>
      <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.3" />
      <path d="M5 1.4a3.6 3.6 0 0 1 0 7.2z" fill="currentColor" />
    </>
  ),
  tick: <path d="M1.5 5.3 4 7.8 8.5 2.4" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  dash: <path d="M1.5 5h7" stroke="currentColor" strokeWidth="1.6" />,
  cross: <path d="m2 2 6 6m0-6L2 8" stroke="currentColor" strokeWidth="1.6" />,
  clock: (
    <g fill="none" stroke="currentColor" strokeWidth="1.2">
      <circle cx="5" cy="5" r="3.8" />
      <path d="M5 2.8V5l1.6 1" />
    </g>
  ),
  triangle: <path d="M5 .8 9.6 9.2H.4z" fill="currentColor" />,
};

export function Mark({
  shape,
  tone,
  children,
}: {
  readonly shape: Shape;
  readonly tone: Tone;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <span className={`mark tone-${tone}${shape === 'triangle' ? ' is-strong' : ''}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        {SHAPES[shape]}
      </svg>
      <span>{children}</span>
    </span>
  );
}

/** BUY and SELL by word, arrow and colour. */
export function Side({ side }: { readonly side: string }): ReactNode {
  const isBuy = side === 'BUY';
  return (
    <span className={`side-mark ${isBuy ? 'buy' : 'sell'}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path
          d={isBuy ? 'M5 9V1.6M1.8 4.8 5 1.6l3.2 3.2' : 'M5 1v7.4M1.8 5.2 5 8.4l3.2-3.2'}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        />
      </svg>
      {side}
    </span>
  );
}
