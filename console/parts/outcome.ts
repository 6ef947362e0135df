/** What became of an action: proven, accepted and not proven, not done, or still to come. */
export interface Outcome {
  readonly tone: 'good' | 'doubt' | 'bad' | 'info';
  readonly text: string;
}
