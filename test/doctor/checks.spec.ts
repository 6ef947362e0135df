import { resultOf, textOf } from '../../src/doctor/check.js';
import { checkConnections, checkSchema, checkSignatures } from '../../src/doctor/database.js';
import { checkClock, checkReply } from '../../src/doctor/exchange.js';
import { checkBackups } from '../../src/doctor/doctor.js';
import { remedyForFailure } from '../../src/doctor/exchange-remedies.js';
import { checkNode, checkSinkCommand, filesOf, spaceOf } from '../../src/doctor/machine.js';

const GIB = 1024 ** 3;

describe('The doctor', () => {
  it.each([
    ['18.20.0', 'fail'],
    ['20.18.3', 'fail'],
    ['20.19.0', 'ok'],
    ['21.9.0', 'fail'],
    ['22.12.0', 'fail'],
    ['22.13.1', 'ok'],
    ['24.10.0', 'fail'],
    ['24.11.0', 'ok'],
    ['25.0.0', 'ok'],
  ])('of Node.js %s says %s', (version, result) => {
    expect(checkNode(version).result).toBe(result);
  });

  it.each([
    [[], 'warn', 'does not encrypt them'],
    [['age1abc', 'age1def'], 'ok', 'encrypted for age1abc, age1def'],
  ])('of the backups of a live service for %j says %s', (recipients, result, detail) => {
    const found = checkBackups({ backup: { recipients, identityFile: null } });
    expect(found).toMatchObject({ result, detail: expect.stringContaining(detail) });
  });

  it.each([
    [GIB - 1, 'fail'],
    [GIB, 'warn'],
    [5 * GIB - 1, 'warn'],
    [5 * GIB, 'ok'],
  ])('of %d bytes of free space says %s', (free, result) => {
    expect(spaceOf('data', free)).toMatchObject({ result, name: 'disk space' });
  });

  it.each([
    [0, 0, undefined],
    [65_536, 1_000, undefined],
    [65_536, 999, 'fail'],
  ])('of a disk for %d files with %d free says: %s', (most, free, result) => {
    expect(filesOf('data', { most, free })?.result).toBe(result);
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate', 'NODE_EXTRA_CA_CERTS'],
    ['ERR_TLS_CERT_ALTNAME_INVALID: Hostname/IP does not match', 'for another host'],
    ['CERT_HAS_EXPIRED: certificate has expired', 'not valid now'],
    ['EPROTO: wrong version number', 'http or https'],
    ['UND_ERR_SOCKET: other side closed', 'http or https'],
    ['ENOTFOUND: getaddrinfo ENOTFOUND nowhere', 'has no address'],
    ['ECONNREFUSED: connect ECONNREFUSED 127.0.0.1:9', 'Nothing listens there'],
    ['No answer within 10000 ms', 'EXCHANGE_TIMEOUT_MS'],
  ])('of an exchange that fails with %s says what to do: %s', (failure, remedy) => {
    expect(remedyForFailure(failure)).toContain(remedy);
    const check = checkReply('0a1b2c3d', { kind: 'NotSent', failure });
    expect(check).toMatchObject({ result: 'fail', remedy: remedyForFailure(failure) });
  });

  it.each([
    [null, 'warn', 'shows no time'],
    [5_000, 'ok', '5.0 s ahead of'],
    [-5_000, 'ok', '5.0 s behind'],
    [-5_001, 'warn', 'behind'],
    [60_000, 'warn', 'ahead of'],
    [60_001, 'fail', 'ahead of'],
    [-60_001, 'fail', 'behind'],
  ])('of a clock that is %s ms ahead says %s', (difference, result, detail) => {
    const check = checkClock(difference);
    expect(check.result).toBe(result);
    expect(check.detail).toContain(detail);
  });

  it.each([
    ['{"success":true,"data":[]}', 200, 'ok', 'accepted'],
    ['{"success":false,"message":"No such key"}', 401, 'fail', 'refuses it with HTTP 401'],
    ['{"success":false,"message":"Missing scope"}', 403, 'ok', 'without the scope'],
    ['{"success":false,"message":"Too many"}', 429, 'warn', 'all its calls'],
    ['<html>', 502, 'fail', 'HTTP 502'],
    ['<html>', 403, 'fail', 'HTTP 403'],
  ])('of the reply %s with HTTP %d says %s', (body, status, result, detail) => {
    const check = checkReply('0a1b2c3d', { kind: 'Reply', status, body });
    expect(check).toMatchObject({ name: 'exchange key 0a1b2c3d', result });
    expect(check.detail).toContain(detail);
    expect(check.remedy === null).toBe(result === 'ok');
  });

  it.each([
    [process.execPath, 'ok'],
    ['package.json', 'fail'],
    ['/there/is/none', 'fail'],
  ])('of the program %s for checkpoints says %s', async (program, result) => {
    expect(await checkSinkCommand(program)).toMatchObject({ name: 'checkpoint sink', result });
  });

  it('says that the exchange did not answer', () => {
    const check = checkReply('0a1b2c3d', { kind: 'NotSent', failure: 'ECONNREFUSED' });
    expect(check).toMatchObject({
      result: 'fail',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it.each([
    [27, 'ok'],
    [26, 'warn'],
  ])('of %d free connections says %s', (free, result) => {
    expect(checkConnections({ free, most: 97 })).toMatchObject({ result, name: 'connections' });
  });

  it.each([
    [null, 0, 'ok', 'the whole trail'],
    ['2026-11-20T11:00:00.000Z', 15, 'ok', '7 entries'],
    ['2026-11-20T11:00:00.000Z', 16, 'warn', '7 entries since 2026-11-20T11:00:00.000Z'],
  ])('of a trail unsigned since %s says after %d minutes: %s', (since, minutes, result, detail) => {
    const now = Date.UTC(2026, 10, 20, 11, minutes);
    const check = checkSignatures({ entries: since === null ? 0 : 7, since }, now);
    expect(check).toMatchObject({ result, name: 'signatures' });
    expect(check.detail).toContain(detail);
  });

  it.each([
    ['absent', true, 'warn', 'marina migrate'],
    ['behind', true, 'fail', 'can go on'],
    ['behind', false, 'fail', 'Stop every instance'],
    ['expanded', true, 'warn', 'Finish the upgrade'],
    ['too-new', false, 'fail', 'Use the release that made it'],
  ] as const)('of a schema that is %s (rolling: %s) says %s', (kind, rolling, result, remedy) => {
    const check = checkSchema({ kind, rolling, version: 8, wanted: 7, pending: ['Next'] });
    expect(check).toMatchObject({ result, remedy: expect.stringContaining(remedy) });
  });

  it('is as bad as its worst check, and says below each what to do', () => {
    const checks = [checkNode('24.11.0'), checkClock(null), checkNode('18.0.0')];
    expect(resultOf(checks.slice(0, 1))).toBe('ok');
    expect(resultOf(checks.slice(0, 2))).toBe('warn');
    expect(resultOf(checks)).toBe('fail');
    expect(textOf(checks).split('\n')).toEqual([
      'OK    node: Node.js 24.11.0',
      'WARN  clock: the exchange shows no time',
      '      Compare the clock of this machine yourself.',
      'FAIL  node: Node.js 18.0.0',
      '      Install Node.js 20.19, 22.13, 24.11 or newer.',
    ]);
  });
});
