import { userInfo } from 'node:os';
import { osUser } from '../../../src/infra/runtime/os-user.js';

describe('The user of the operating system', () => {
  it('is who runs the process', () => {
    const { uid, username } = userInfo();
    expect(osUser()).toEqual({ uid, name: username });
  });

  it('has a number alone where the system has no name for it', () => {
    const read = (): never => {
      throw new Error('ENOENT: no such user');
    };
    expect(osUser(read)).toEqual({ uid: process.getuid?.() ?? null, name: null });
  });

  it('has a name alone where the system has no numbers', () => {
    expect(osUser(() => ({ uid: -1, username: 'ada' }))).toEqual({ uid: null, name: 'ada' });
  });
});
