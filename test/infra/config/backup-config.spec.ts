import { problemsOf, read } from './settings.js';

const RECIPIENT = 'age1773lk8zc4fqyxl6l4a9939z88pvkuegned5g37w5ryx0s2ur2dzqt4ts6p';
const IDENTITY = 'AGE-SECRET-KEY-15M2L6YLLSDW2NAS2J2Z8QUE8JJ4G9XEW8E6T07PDC64HNFHKCYQS50DGZG';

describe('The recipients of backups', () => {
  it('are a comma list, and the file of the identity is a path', () => {
    const given = {
      BACKUP_RECIPIENTS: `${RECIPIENT}, ${RECIPIENT}`,
      BACKUP_IDENTITY_FILE: 'a.key',
    };
    expect(read(given).backup).toEqual({
      recipients: [RECIPIENT, RECIPIENT],
      identityFile: 'a.key',
    });
    expect(read({}).backup).toEqual({ recipients: [], identityFile: null });
  });

  it.each([
    ['ssh-ed25519 AAAA', 'BACKUP_RECIPIENTS entry 2 must be a recipient of age (age1…)'],
    ['', 'BACKUP_RECIPIENTS entry 2 must be a recipient of age (age1…)'],
    [IDENTITY, 'BACKUP_RECIPIENTS entry 2 is an identity, which is secret. Name its recipient: age-keygen -y FILE'],
  ])('are refused where one is none, without repeating it: %j', (text, problem) => {
    expect(problemsOf({ BACKUP_RECIPIENTS: `${RECIPIENT},${text}` })).toEqual([problem]);
  }); // prettier-ignore
});
