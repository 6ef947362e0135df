import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Filters } from '../orders/filters.js';
import { Access } from './access.js';
import { BreakSettingsSection } from './break-settings.js';
import { Calendar } from './calendar.js';
import { DeskSettings } from './desk.js';
import { LegalHolds } from './legal-holds.js';
import { Limits } from './limits.js';
import { StatusWordsSettings } from './status-words.js';
import { YourScreen } from './your-screen.js';

const SECTIONS = [
  { value: 'desk', label: 'Desk', Section: DeskSettings },
  { value: 'access', label: 'Persons and keys', Section: Access },
  { value: 'status-words', label: 'Status words', Section: StatusWordsSettings },
  { value: 'breaks', label: 'Breaks', Section: BreakSettingsSection },
  { value: 'calendar', label: 'Trading calendar', Section: Calendar },
  { value: 'limits', label: 'Order limits', Section: Limits },
  { value: 'legal-holds', label: 'Legal holds', Section: LegalHolds },
  { value: 'your-screen', label: 'Your screen', Section: YourScreen },
] as const;

/** What people set here, a section each; the section is in the URL. */
export function Settings(): ReactNode {
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const { value, Section } = SECTIONS.find((one) => one.value === search['section']) ?? SECTIONS[0];
  return (
    <div className="list">
      <div className="toolbar">
        <h1>Settings</h1>
        <SegmentedControl
          aria-label="Section"
          size="xs"
          data={SECTIONS.map(({ value: id, label }) => ({ value: id, label }))}
          value={value}
          onChange={(section) => void navigate({ to: '/settings', search: { section } })}
        />
      </div>
      <Section />
    </div>
  );
}
