import { readFileSync } from 'node:fs';
import { CONTROL_ACTIONS } from '../../simulator/control/control-paths.js';
import { FAULT_KINDS } from '../../simulator/control/faults.js';
import { LISTINGS } from '../../simulator/market/listings.js';
import { OTHER_BROKER_CODES } from '../../simulator/orders/other-brokers.js';
import { PARAMETER_TABLE } from '../../simulator/control/parameters.js';
import { PRESET_NAMES } from '../../simulator/control/presets.js';

const README = readFileSync('simulator/README.md', 'utf8');
const LINES = README.split('\n');

describe('The README of the simulator', () => {
  it('lists every parameter with its values, the default first, and what it stands for', () => {
    for (const [name, entry] of Object.entries(PARAMETER_TABLE)) {
      const line = LINES.find((one) => one.startsWith(`| \`${name}\` `)) ?? name;
      expect(line).toContain(entry.standsFor);
      if (entry.kind === 'choice') {
        expect(line).toContain(entry.values.map((value) => `\`${value}\``).join(', '));
      }
    }
  });

  it('lists every preset, fault and control request', () => {
    for (const name of [...PRESET_NAMES, ...FAULT_KINDS]) expect(README).toContain(`\`${name}\``);
    for (const name of Object.keys(CONTROL_ACTIONS)) {
      const path = name.split(' ')[1] ?? name;
      expect([name, README.includes(`\`${name}\``) || README.includes(`\`${path}\``)]).toEqual([
        name,
        true,
      ]);
    }
  });

  it('names the other brokers and counts the securities', () => {
    expect(README).toContain(OTHER_BROKER_CODES.join(' '));
    expect(README).toContain(`${LISTINGS.length} securities`);
  });
});
