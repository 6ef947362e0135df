import { Modal } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTargets } from './jump-targets.js';

/** Jump to anything: a screen, a day, a security, or an order or break by its number, reference, account or id. */
export function Jump({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { targets, failed } = useTargets(text.trim(), onClose);
  const current = Math.min(at, targets.length - 1);
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(targets.length - 1, current + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, current - 1));
    else if (event.key === 'Enter') targets[current]?.go();
    else return;
    event.preventDefault();
  };
  return (
    <Modal opened onClose={onClose} withCloseButton={false} size="lg" padding={0} aria-label="Jump">
      <input
        className="jump"
        role="combobox"
        aria-expanded="true"
        aria-controls="jump-list"
        aria-activedescendant={
          targets[current] === undefined ? undefined : `jump-${String(current)}`
        }
        aria-label="Jump to anything"
        placeholder="Order number, client, account, reference, security, break, day, screen…"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={keys}
        data-autofocus
      />
      <ul className="jump-list" id="jump-list" role="listbox" aria-label="Places">
        {targets.map((target, index) => (
          <li
            key={target.id}
            id={`jump-${String(index)}`}
            role="option"
            aria-selected={index === current}
            onMouseMove={() => setAt(index)}
            onClick={target.go}
          >
            <span className="hint">{target.what}</span> <b>{target.name}</b>
            <span className="hint">{target.hint}</span>
          </li>
        ))}
        {targets.length === 0 && (
          <li role="option" aria-selected="false" aria-disabled="true">
            {failed
              ? 'Not everything could be asked. Try again in a moment.'
              : 'Nothing has this name, number or account.'}
          </li>
        )}
      </ul>
    </Modal>
  );
}
