import { key } from './processes.js';

const SCOPES = [
  'orders:read', 'orders:write', 'market:read', 'exchange:read', 'recon:read', 'recon:write', 'audit:read', 'audit:export', 'ops:read',
]; // prettier-ignore

/** API keys of callers who may trade, read and export. */
export async function makeKeys(url: string, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const response = await fetch(`${url}/v1/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `bench ${index}`, scopes: SCOPES }),
    });
    const { secret } = (await response.json()) as { readonly secret?: string };
    if (secret === undefined) throw new Error(`No key was made: ${response.status}`);
    made.push(secret);
  }
  return made;
}
