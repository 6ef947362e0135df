import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { SCREENS } from './screens.js';

const KEYS: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Jump to anything'],
  ['/', 'Filter'],
  ['j k, arrows, PgUp PgDn, Home End', 'Move in a list'],
  ['Enter', 'Open'],
  ['Esc', 'Back to the list'],
  ['x, Shift ↓', 'Select, extend the selection'],
  ['Shift N', 'New order'],
  ['Shift E', 'Edit the order: opens the form'],
  ['Shift C', 'Cancel the order: asks first'],
  ['Shift R', 'Ask the exchange'],
  ['[ ]', 'The order as it was, step by step'],
  ['Ctrl Enter', 'Send a form'],
  ['?', 'These keys'],
];

export function KeyList({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <Modal opened onClose={onClose} title="Keys" size="md">
      <dl className="keys">
        {KEYS.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        {SCREENS.map(({ key, name }) => (
          <div key={name}>
            <dt>
              <kbd>g {key}</kbd>
            </dt>
            <dd>Go to {name}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
