/** `PostUnconfirmed` as `Post unconfirmed`. */
export function spaced(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
}
