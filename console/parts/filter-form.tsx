import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

type Filters = Readonly<Record<string, string>>;

interface FilterFormProps {
  /** Name and label of each that is shown; the key "/" leads to the first. */
  readonly fields: readonly (readonly [name: string, label: string])[];
  readonly filters: Filters;
  /** Without those that are empty. */
  readonly show: (filters: Filters) => void;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Filters of a list that are typed, and looked for together. */
export function FilterForm({ fields, filters, show, children }: FilterFormProps): ReactNode {
  const [typed, setTyped] = useState<Filters>(filters);
  return (
    <form
      role="search"
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        const given = Object.entries(typed).map(([name, value]) => [name, value.trim()] as const);
        show(Object.fromEntries(given.filter(([, value]) => value !== '')));
      }}
    >
      {fields.map(([name, label], index) => (
        <TextInput
          key={name}
          label={label}
          value={typed[name] ?? ''}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          {...(index === 0 ? { 'data-filter': true } : {})}
        />
      ))}
      <button type="submit" className="button is-main">
        Find
      </button>
      {children}
    </form>
  );
}
