import { NativeSelect, Radio, useMantineColorScheme } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSession, lacking } from '../api/session.js';
import { OutcomeLine } from '../parts/dialog.js';
import { keepPreferences, preferences } from '../parts/own-preferences.js';
import type { Preferences } from '../parts/preferences.js';
import { SCREENS } from '../shell/screens.js';

/** How the console looks for whoever sits here. Nothing of it changes what others see, so it takes effect at once. */
export function YourScreen(): ReactNode {
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [isRefused, setRefused] = useState(false);
  const set = (change: Partial<Preferences>): void => {
    if (keepPreferences({ ...preferences, ...change })) window.location.reload();
    else setRefused(true);
  };
  const screens = SCREENS.filter(
    ({ scope }) => scope === undefined || lacking(session, scope) === null,
  );
  return (
    <div className="page" tabIndex={0} role="region" aria-label="Your screen">
      <section className="panel is-narrow" aria-label="How this browser shows Marina">
        <h2>Your screen</h2>
        <p className="hint">
          Kept in this browser. Saved views of the orders are, too; saved questions of the audit
          trail are for everybody who reads it.
        </p>
        {isRefused && (
          <OutcomeLine
            outcome={{
              tone: 'bad',
              text: 'This browser keeps nothing; it may be in a private window.',
            }}
          />
        )}
        <Choice
          label="Colours"
          value={colorScheme}
          options={[
            ['auto', 'As the system'],
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
          onChange={setColorScheme}
        />
        <Choice
          label="Rows of lists"
          value={preferences.density}
          options={[
            ['compact', 'Compact, 28 pixels'],
            ['comfortable', 'Comfortable, 36 pixels'],
          ]}
          onChange={(density) => set({ density })}
        />
        <Choice
          label="Times"
          value={preferences.zone}
          options={[
            ['lagos', 'Lagos, UTC when pointed at'],
            ['utc', 'UTC, Lagos when pointed at'],
          ]}
          onChange={(zone) => set({ zone })}
        />
        <NativeSelect
          label="Screen that opens first"
          value={preferences.home}
          data={screens.map(({ to, name }) => ({ value: to, label: name }))}
          onChange={(event) => set({ home: event.currentTarget.value })}
        />
      </section>
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(next) => {
        const chosen = options.find(([name]) => name === next);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
    >
      <div className="choices is-row">
        {options.map(([name, words]) => (
          <Radio key={name} value={name} label={words} />
        ))}
      </div>
    </Radio.Group>
  );
}
