import type { CustomFetchOptions } from 'openid-client';

/** What providers say of themselves, their keys and tokens have some KiB. */
export const ANSWER_BYTES_MAX = 1_048_576;

/** `fetch` for the library. An answer without end would take the memory in which orders are worked on. */
export async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const answer = await fetch(url, options as RequestInit);
  if (answer.body === null) return answer;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength;
      if (bytes <= ANSWER_BYTES_MAX) controller.enqueue(part);
      else controller.error(new Error(`The answer is longer than ${ANSWER_BYTES_MAX} bytes`));
    },
  });
  return new Response(answer.body.pipeThrough(counted), answer);
}
