import { expect, it } from '@jest/globals';
import { PRESET_NAMES, parametersOfPreset } from '../../simulator/presets.js';
import { Kit } from './kit.js';
it.each(PRESET_NAMES)('dump %s', async (name) => {
  const kit = await Kit.open({ parameters: parametersOfPreset(name) });
  const t = Date.now();
  const { code, report } = await kit.run();
  console.log(
    name,
    code,
    report.endedEarly,
    kit.control.worstMinute,
    report.calls.length,
    Date.now() - t,
    JSON.stringify(report.mayStillBeWorking),
    kit.working.length,
    '\n' +
      Object.entries(report.answers)
        .map(([id, a]) => `${id}=${a.value} (${a.seen.slice(0, 110)})`)
        .join('\n'),
  );
  await kit.close();
  expect(1).toBe(1);
});
