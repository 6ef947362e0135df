import { Checkbox, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { COLUMNS, columnsOf } from './columns.js';
import { without, type Filters } from './filters.js';

interface ColumnsProps {
  readonly search: Filters;
  readonly show: (next: Filters) => void;
  readonly onClose: () => void;
}

/** Which columns are shown; the choice is in the URL. */
export function ChooseColumns({ search, show, onClose }: ColumnsProps): ReactNode {
  const usual = search['columns'] === undefined;
  const rest = without(search, ['columns']);
  const choose = (ids: readonly string[]): void => {
    const chosen = COLUMNS.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    show(chosen.length === 0 ? rest : { ...rest, columns: chosen.join(',') });
  };
  return (
    <Modal opened onClose={onClose} title="Columns" size="sm">
      <div className="dialog">
        <p className="hint">
          {usual
            ? 'The usual columns: narrow windows show fewer of them.'
            : 'These columns are shown however narrow the window is.'}
        </p>
        <Checkbox.Group
          aria-label="Columns"
          value={columnsOf(search['columns']).map(({ id }) => id)}
          onChange={choose}
        >
          <div className="choices is-double">
            {COLUMNS.map(({ id, head }) => (
              <Checkbox key={id} value={id} label={head} />
            ))}
          </div>
        </Checkbox.Group>
        <div className="dialog-foot">
          <button
            type="button"
            className="button"
            aria-disabled={usual || undefined}
            onClick={() => show(rest)}
          >
            Usual columns
          </button>
          <button type="button" className="button is-main" onClick={onClose} data-autofocus>
            Close
          </button>
        </div>
      </div>
    </Modal>
  );
}
