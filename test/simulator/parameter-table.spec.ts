import { PARAMETER_TABLE } from '../../simulator/control/parameters.js';
import { PRESET_NAMES, PRESETS } from '../../simulator/control/presets.js';
import { readParameters } from '../../simulator/control/read-parameters.js';
import { deskWith, edit } from './desk-moves.js';

describe('The parameter table', () => {
  it('refuses names and values it does not hold', () => {
    expect(() => readParameters({ nothing: 'yes' })).toThrow('There is no parameter nothing');
    expect(() => readParameters({ duplicateReply: '418' })).toThrow(
      'duplicateReply is one of 409, 400',
    );
    expect(() => readParameters({ editDelayMs: -1 })).toThrow('whole number of milliseconds');
    expect(() => readParameters({ editDelayMs: '5' })).toThrow('whole number of milliseconds');
    expect(readParameters({ httpStatusOfPost: 201 }).httpStatusOfPost).toBe('201');
  });

  it('says of each parameter what it stands for, and has no value twice', () => {
    for (const entry of Object.values(PARAMETER_TABLE)) {
      expect(entry.standsFor.length).toBeGreaterThan(10);
      if (entry.kind === 'choice') expect(new Set(entry.values).size).toBe(entry.values.length);
    }
  });

  it('has at least eight presets that can be read and traded under', () => {
    expect(PRESET_NAMES.length).toBeGreaterThanOrEqual(8);
    for (const name of PRESET_NAMES) {
      const desk = deskWith(PRESETS[name]);
      expect([name, desk.post().json?.['success']]).toEqual([name, true]);
      const orderNumber = desk.exchange.control.orders()[0]?.orderNumber ?? '';
      desk.now += 20_000;
      expect(desk.send('order/enquiry', { orderNumber }).json?.['success']).toBe(true);
      expect(edit(desk, orderNumber, 500).json?.['success']).toBe(true);
    }
  });
});
