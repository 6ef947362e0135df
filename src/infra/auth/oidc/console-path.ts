const CONSOLE = '/console';
/** It travels in a cookie. */
export const CONSOLE_PATH_MAX = 1_000;
/** Stands for the address of the service, which a path must not leave. */
const HERE = 'http://here.invalid';

/** The path in the console, and its query, as it was asked for; `/console` for everything else. Pure. */
export function consolePath(asked: string | undefined): string {
  if (asked === undefined || asked.length > CONSOLE_PATH_MAX || !URL.canParse(asked, HERE))
    return CONSOLE;
  // As a browser will read it: `/\evil.example`, `//evil.example` and `/console/../v1` are not what they seem.
  const { origin, pathname, search } = new URL(asked, HERE);
  const isConsole = pathname === CONSOLE || pathname.startsWith(`${CONSOLE}/`);
  return origin === HERE && isConsole ? pathname + search : CONSOLE;
}
