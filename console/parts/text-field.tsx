import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** What is wrong with it. */
  readonly error?: string | null;
  readonly hint?: string;
  readonly type?: 'text' | 'date' | 'datetime-local';
  readonly maxLength?: number;
  /** Of a time, in seconds. */
  readonly step?: number;
  readonly placeholder?: string;
  readonly isDecimal?: boolean;
  readonly isFirst?: boolean;
}

/** One line that is typed, with what is wrong with it beside it. */
export function TextField(props: TextFieldProps): ReactNode {
  const { label, value, onChange, error = null, hint, isDecimal = false, isFirst = false } = props;
  return (
    <TextInput
      label={label}
      type={props.type ?? 'text'}
      value={value}
      error={error}
      {...(hint === undefined ? {} : { description: hint })}
      {...(props.step === undefined ? {} : { step: props.step })}
      {...(props.maxLength === undefined ? {} : { maxLength: props.maxLength })}
      {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
      {...(isDecimal ? { inputMode: 'decimal' as const } : {})}
      data-autofocus={isFirst ? true : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
