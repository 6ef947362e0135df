import { readFileSync } from 'node:fs';

export interface DocumentedMetric {
  readonly type: string;
  readonly unit: string;
  readonly meaning: string;
  /** Sorted. */
  readonly labels: readonly string[];
}

/** The metrics of `docs/operation.md`: the rows of its tables whose first cell is the name of one. */
export function documentedMetrics(): ReadonlyMap<string, DocumentedMetric> {
  const rows = readFileSync('docs/operation.md', 'utf8').matchAll(
    /^\| `((?:marina|process|nodejs)_\w+)`(.*)\|$/gm,
  );
  return new Map(
    [...rows].map(([, name = '', rest = '']) => {
      const [, type = '', unit = '', labels = '', meaning = ''] = rest
        .split('|')
        .map((cell) => cell.trim());
      return [
        name,
        { type, unit, meaning, labels: labels === '' ? [] : labels.split(', ').sort() },
      ];
    }),
  );
}
