import { useSyncExternalStore, type ReactNode } from 'react';
import { stream, type StreamState } from '../live/stream.js';
import { useHealth } from '../shell/desk-state.js';
import { Mark, type Shape, type Tone } from './mark.js';

const SAYS: Readonly<Record<StreamState, readonly [Shape, Tone, string]>> = {
  connecting: ['ring', 'muted', 'Connecting'],
  live: ['disc', 'good', 'Live'],
  broken: ['triangle', 'doubt', 'Not live'],
  ended: ['dash', 'muted', 'Signed out'],
};

/** Whether changes arrive by themselves. */
export function StreamMark(): ReactNode {
  const state = useSyncExternalStore(stream.watch, () => stream.state);
  // A service that hangs keeps the connection of the stream open.
  const isSilent = useHealth().failedAt !== null;
  const [shape, tone, text] = SAYS[isSilent && state === 'live' ? 'broken' : state];
  return (
    <Mark shape={shape} tone={tone}>
      {text}
    </Mark>
  );
}
