import { consolePath } from '../../../../src/infra/auth/oidc/console-path.js';

describe('Where somebody comes back to after signing in', () => {
  it.each(['/console', '/console/orders?certain=false', '/console/day'])(
    'is %s as asked',
    (path) => {
      expect(consolePath(path)).toBe(path);
    },
  );

  it.each([
    undefined, '', '/', '/consoles', '/v1/orders', 'https://evil.example/console', '//evil.example/console',
    '/\\evil.example/console', '\\\\evil.example/console', '/console/../v1/orders', '/console/%2e%2e/v1',
    '/console\\..\\v1', 'javascript:alert(1)', '/\t/evil.example/console', 'http://[', `/console/${'x'.repeat(1_000)}`,
  ])('is the console itself for %j', (asked) => {
    expect(consolePath(asked)).toBe('/console');
  }); // prettier-ignore

  it('is never another origin, however it is written', () => {
    const said = consolePath(
      '/console//evil.example/\\evil.example?next=//evil.example#//evil.example',
    );
    expect(new URL(said, 'https://desk.example').origin).toBe('https://desk.example');
  });
});
