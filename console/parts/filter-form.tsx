import { TextInput } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';

type Filters = Readonly<Record<string, string>>;

/** What a filter that is no free text takes. */
export interface FieldKind {
  /** A list of values, each with its name; the first choice is "any". */
  readonly options?: readonly (readonly [value: string, name: string])[];
  /** Offered while somebody types. */
  readonly suggestions?: readonly string[];
  readonly placeholder?: string;
  /** What was typed as the filter takes it; null: it is not what is wanted. */
  readonly read?: (text: string) => string | null;
  /** The filter as it is typed. */
  readonly show?: (value: string) => string;
  /** What is wrong where `read` takes nothing. */
  readonly wrong?: string;
}

interface FilterFormProps {
  /** Name and label of each that is shown; the key "/" leads to the first. */
  readonly fields: readonly (readonly [name: string, label: string])[];
  readonly kinds?: Readonly<Record<string, FieldKind>>;
  readonly filters: Filters;
  /** Without those that are empty. */
  readonly show: (filters: Filters) => void;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Filters of a list that are typed, and looked for together. */
export function FilterForm(props: FilterFormProps): ReactNode {
  const { fields, kinds = {}, filters, show, children } = props;
  const [typed, setTyped] = useState<Filters>(() => shownIn(filters, kinds));
  const [wrong, setWrong] = useState<Filters>({});
  const submit = (): void => {
    const { given, faults } = readFrom(typed, kinds);
    setWrong(faults);
    if (Object.keys(faults).length === 0) show(given);
  };
  return (
    <form
      role="search"
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {fields.map(([name, label], index) => (
        <Field
          key={name}
          label={label}
          kind={kinds[name] ?? {}}
          value={typed[name] ?? ''}
          error={wrong[name] ?? null}
          isFirst={index === 0}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
        />
      ))}
      <button type="submit" className="button is-main">
        Find
      </button>
      {children}
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly kind: FieldKind;
  readonly value: string;
  readonly error: string | null;
  readonly isFirst: boolean;
  readonly onChange: (value: string) => void;
}

function Field({ label, kind, value, error, isFirst, onChange }: FieldProps): ReactNode {
  const list = useId();
  const { options, suggestions, placeholder } = kind;
  if (options !== undefined) {
    return (
      <label className="choice-field">
        {label}
        <select
          className="select"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">any</option>
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <>
      <TextInput
        label={label}
        value={value}
        error={error}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(suggestions === undefined ? {} : { list })}
        {...(isFirst ? { 'data-filter': true } : {})}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {suggestions !== undefined && (
        <datalist id={list}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

function shownIn(filters: Filters, kinds: Readonly<Record<string, FieldKind>>): Filters {
  const shown = Object.entries(filters).map(([name, value]) => {
    return [name, kinds[name]?.show?.(value) ?? value] as const;
  });
  return Object.fromEntries(shown);
}

function readFrom(
  typed: Filters,
  kinds: Readonly<Record<string, FieldKind>>,
): { readonly given: Filters; readonly faults: Filters } {
  const given: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const [name, text] of Object.entries(typed)) {
    const value = text.trim();
    if (value === '') continue;
    const { read, wrong = 'This is not understood.' } = kinds[name] ?? {};
    const meant = read === undefined ? value : read(value);
    if (meant === null) faults[name] = wrong;
    else given[name] = meant;
  }
  return { given, faults };
}
