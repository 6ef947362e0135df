import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

const TEXTS = new Set(['summary', 'description', 'example', 'examples']);
/** Their keys are names. */
const MAPS = new Set(['properties', 'schemas', 'responses', 'headers', 'content', 'paths']);

/** The types of a client, without texts and examples: who wants to read those reads `/docs`. */
export async function clientTypes(description) {
  const types = await openapiTS(withoutTexts(description));
  const text = `// Generated from /openapi.json by \`npm run api\`.\n${astToString(types)}`;
  const config = await resolveConfig(fileURLToPath(import.meta.url));
  return format(text, { ...config, parser: 'typescript' });
}

function withoutTexts(value, isMap = false) {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isMap || !TEXTS.has(key))
      .map(([key, inner]) => [key, withoutTexts(inner, !isMap && MAPS.has(key))]),
  );
}
