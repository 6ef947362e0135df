import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { grouped } from './figures.js';

const MOST = 1_000;

interface ReasonProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly isFirst?: boolean;
}

/** Why somebody decides so, as the service takes it: at most 1,000 characters. */
export function Reason({ label, value, onChange, isFirst = false }: ReasonProps): ReactNode {
  return (
    <Textarea
      label={label}
      autosize
      minRows={2}
      // A longer text is refused rather than cut.
      error={
        value.length > MOST
          ? `At most 1,000 characters; these are ${grouped(String(value.length))}.`
          : null
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={isFirst ? true : undefined}
    />
  );
}
