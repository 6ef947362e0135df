/** A promise that a test resolves by hand: its units of work wait for it, and the test needs no timing. */
export class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}
