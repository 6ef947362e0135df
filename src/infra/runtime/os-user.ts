import { userInfo } from 'node:os';

/** Who runs the process, as the operating system says. */
export interface OsUser {
  /** Null: the system has no such numbers. */
  readonly uid: number | null;
  /** Null: the system has no name for the number. */
  readonly name: string | null;
}

/** A container may run under a number that nobody has given a name. */
export function osUser(read: () => OsUserInfo = userInfo): OsUser {
  try {
    const { uid, username } = read();
    // Windows has -1.
    return { uid: uid < 0 ? null : uid, name: username };
  } catch {
    return { uid: process.getuid?.() ?? null, name: null };
  }
}

interface OsUserInfo {
  readonly uid: number;
  readonly username: string;
}
