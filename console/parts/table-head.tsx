import type { ReactNode } from 'react';

interface TableHeadProps {
  readonly first: string;
  /** Columns of figures, which stand on the right. */
  readonly figures: readonly string[];
}

/** The head of a small table: what a row is, and its figures. */
export function TableHead({ first, figures }: TableHeadProps): ReactNode {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {figures.map((name) => (
          <th key={name} scope="col" className="is-right">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
