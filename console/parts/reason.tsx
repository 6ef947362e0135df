import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';

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
      maxLength={1000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus={isFirst ? true : undefined}
    />
  );
}
