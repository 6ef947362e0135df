import { Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../parts/dialog.js';
import { MenuButton } from '../parts/menu-button.js';
import { TextField } from '../parts/text-field.js';
import { lagosDate, useNow } from '../parts/times.js';
import { without, type Filters } from './filters.js';

interface MenuProps {
  readonly search: Filters;
  readonly show: (next: Filters) => void;
}

/** Side and trading day. */
export function FilterMenu({ search, show }: MenuProps): ReactNode {
  const today = lagosDate(useNow());
  const [isChoosing, setChoosing] = useState(false);
  const set = (name: string, value: string): void => show({ ...search, [name]: value });
  return (
    <>
      <MenuButton label="Filters">
        <Menu.Label>Side</Menu.Label>
        <Menu.Item onClick={() => set('side', 'BUY')}>BUY only</Menu.Item>
        <Menu.Item onClick={() => set('side', 'SELL')}>SELL only</Menu.Item>
        <Menu.Label>Trading day</Menu.Label>
        <Menu.Item onClick={() => set('tradingDate', today)}>Today</Menu.Item>
        <Menu.Item onClick={() => setChoosing(true)}>Another day…</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => show(without(search, ['side', 'tradingDate']))}>
          Both sides, all days
        </Menu.Item>
      </MenuButton>
      {isChoosing && (
        <DayDialog
          first={search['tradingDate'] ?? today}
          onClose={() => setChoosing(false)}
          onDay={(day) => {
            setChoosing(false);
            set('tradingDate', day);
          }}
        />
      )}
    </>
  );
}

interface DayProps {
  readonly first: string;
  readonly onClose: () => void;
  readonly onDay: (day: string) => void;
}

function DayDialog({ first, onClose, onDay }: DayProps): ReactNode {
  const [day, setDay] = useState(first);
  return (
    <Dialog
      title="Orders of a trading day"
      act="Show them"
      keep="Close"
      blocked={isDay(day) ? null : 'A day as 2026-11-20.'}
      onClose={onClose}
      run={() => {
        onDay(day);
        return Promise.resolve({ tone: 'good', text: day });
      }}
    >
      <TextField
        label="Trading day (year-month-day, Lagos)"
        value={day}
        onChange={setDay}
        isFirst
      />
    </Dialog>
  );
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}
