import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Action } from '../parts/action.js';
import { PaneHead } from '../parts/pane-head.js';
import { QuotePanel } from '../ticket/quote-panel.js';
import { CorporateActions, Disclosures } from './events.js';
import { Vwap } from './vwap.js';

interface PaneProps {
  readonly symbol: string;
  /** Which part is shown; it is in the URL. */
  readonly part: string;
  readonly onPart: (part: string) => void;
  readonly onClose: () => void;
}

/** All that the exchange says of one security. */
export function SecurityPane({ symbol, part, onPart, onClose }: PaneProps): ReactNode {
  const navigate = useNavigate();
  return (
    <aside
      className="pane"
      aria-label="Security"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="pane-body">
        <PaneHead of="security" onClose={onClose}>
          {symbol}
        </PaneHead>
        <div className="actions">
          <Action
            needs="orders:write"
            tone="main"
            onAct={() => void navigate({ to: '/ticket', search: { security: symbol } })}
          >
            New order
          </Action>
          <Action
            needs="orders:read"
            onAct={() => void navigate({ to: '/orders', search: { security: symbol } })}
          >
            Its orders
          </Action>
        </div>
        <Tabs value={part} onChange={(next) => onPart(next ?? 'quote')} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="quote">Quote</Tabs.Tab>
            <Tabs.Tab value="vwap">Average price</Tabs.Tab>
            <Tabs.Tab value="actions">Actions</Tabs.Tab>
            <Tabs.Tab value="disclosures">Disclosures</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="quote">
            <QuotePanel symbol={symbol} />
          </Tabs.Panel>
          <Tabs.Panel value="vwap">
            <Vwap symbol={symbol} />
          </Tabs.Panel>
          <Tabs.Panel value="actions">
            <CorporateActions symbol={symbol} />
          </Tabs.Panel>
          <Tabs.Panel value="disclosures">
            <Disclosures symbol={symbol} />
          </Tabs.Panel>
        </Tabs>
      </div>
    </aside>
  );
}
