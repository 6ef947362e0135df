import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

interface MenuButtonProps {
  readonly label: ReactNode;
  /** `Menu.Label`, `Menu.Item`, `Menu.Divider`. */
  readonly children: ReactNode;
}

/** A button of a toolbar that opens a menu. */
export function MenuButton({ label, children }: MenuButtonProps): ReactNode {
  return (
    <Menu
      position="bottom-start"
      width={260}
      shadow="md"
      transitionProps={{ duration: 0 }}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <button type="button" className="button views">
          {label} <span aria-hidden="true">▾</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
