import { useEffect, useState, type ReactNode } from 'react';
import { TextInput } from '@mantine/core';
import { isDay } from './lagos-time.js';

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (date: string) => void;
}

/** A trading day that is typed: a browser would show its own field for dates in the order of its own country. */
export function DayField({ label, value, onChange }: DayFieldProps): ReactNode {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const take = (): void => {
    if (isDay(typed.trim()) && typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <TextInput
      aria-label={label}
      className="day-field"
      placeholder="YYYY-MM-DD"
      value={typed}
      error={isDay(typed.trim()) ? null : 'Type a day as YYYY-MM-DD'}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  );
}
