import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { MenuButton } from '../parts/menu-button.js';
import { ChooseColumns } from './choose-columns.js';
import type { Filters } from './filters.js';
import { SaveView } from './save-view.js';
import { useSavedViews } from './use-saved-views.js';
import { shownView, withView, withoutView } from './views.js';

interface MenuProps {
  readonly search: Filters;
  readonly show: (next: Filters) => void;
}

/** The views that somebody has saved, as links; saving the list as it is, and choosing its columns. */
export function ViewsMenu({ search, show }: MenuProps): ReactNode {
  const { views, keep } = useSavedViews();
  const [doing, setDoing] = useState<'save' | 'columns' | null>(null);
  const shown = shownView(views, search);
  return (
    <>
      <MenuButton label={shown === null ? 'Views' : shown.name}>
        <Menu.Label>
          {views.length === 0 ? 'No view is saved yet' : 'Saved in this browser'}
        </Menu.Label>
        {views.map((view) => (
          <Menu.Item
            key={view.name}
            renderRoot={(root) => <Link {...root} to="/orders" search={view.search} />}
          >
            <bdi>{view.name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => setDoing('columns')}>Columns…</Menu.Item>
        <Menu.Item onClick={() => setDoing('save')}>Save this view…</Menu.Item>
        {views.length > 0 && <Menu.Label>Remove</Menu.Label>}
        {views.map(({ name }) => (
          <Menu.Item key={name} onClick={() => keep(withoutView(views, name))}>
            Remove <bdi>{name}</bdi>
          </Menu.Item>
        ))}
      </MenuButton>
      {doing === 'save' && (
        <SaveView
          search={search}
          views={views}
          onClose={() => setDoing(null)}
          onSave={(view) => keep(withView(views, view))}
        />
      )}
      {doing === 'columns' && (
        <ChooseColumns search={search} show={show} onClose={() => setDoing(null)} />
      )}
    </>
  );
}
