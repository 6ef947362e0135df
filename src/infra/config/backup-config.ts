/** How backups are encrypted, and what decrypts them. */
export interface BackupConfig {
  /** Recipients of age, which are public; none: backups are not encrypted. */
  readonly recipients: readonly string[];
  /** The file with the identity that decrypts them, which belongs to no machine that only makes them. */
  readonly identityFile: string | null;
}

/** What `age-keygen` prints; whether the key in it is one shows when a backup is made. */
const RECIPIENT = /^age1[a-z0-9]{20,}$/;

/** Pushes onto `problems` what is wrong, without repeating it: who confuses the two halves of a key gives the secret one. */
export function recipientsFrom(
  name: string,
  given: readonly string[],
  problems: string[],
): readonly string[] {
  const recipients = given.map((text) => text.trim());
  for (const [index, text] of recipients.entries()) {
    if (!RECIPIENT.test(text)) problems.push(notRecipient(name, index, text));
  }
  return recipients;
}

export function notRecipient(name: string, index: number, text: string): string {
  const what = /^AGE-SECRET-KEY-/i.test(text)
    ? 'is an identity, which is secret. Name its recipient: age-keygen -y FILE'
    : 'must be a recipient of age (age1…)';
  return `${name} entry ${index + 1} ${what}`;
}
