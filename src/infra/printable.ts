/** What a terminal obeys or does not show: control characters, those that turn the direction of a text, invisible ones. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Names out of a database or a file could move the cursor of a terminal, and hide what stands beside them. */
export function printable(text: string): string {
  return text.replace(UNSEEN, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);
}
