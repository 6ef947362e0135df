const AGAIN_MS = 2_000;

/**
 * Loads a screen as soon as the service answers: a page that is cut off must not be loaded anew, or what was typed
 * is gone. Where the service answers and the screen is not there, a new version is installed: the router loads that.
 */
export function patiently<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (await answers()) throw error;
        await new Promise((done) => setTimeout(done, AGAIN_MS));
      }
    }
  };
}

function answers(): Promise<boolean> {
  return fetch('/health/live', { signal: AbortSignal.timeout(AGAIN_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
