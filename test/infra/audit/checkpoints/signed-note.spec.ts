import { createPrivateKey } from 'node:crypto';
import {
  headText,
  openNote,
  readHead,
  signNote,
  verifierKeyOf,
} from '../../../../src/infra/audit/checkpoints/signed-note.js';

/** The example of Go's package `note`, where the format comes from. */
const NAME = 'PeterNeumann';
const VERIFIER_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const SECRET_KEY = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const NOTE = `${TEXT}
— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
`;
const STRANGE = '— witness.example AAAAAAAAAAAAAAAA\n';

function keyOf(secret: string): ReturnType<typeof createPrivateKey> {
  const seed = Buffer.from(secret.split('+').slice(4).join('+'), 'base64').subarray(1);
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

describe('A signed note', () => {
  it('is the same, byte for byte, as that of other implementations', () => {
    expect(verifierKeyOf(NAME, keyOf(SECRET_KEY))).toBe(VERIFIER_KEY);
    expect(signNote(TEXT, NAME, keyOf(SECRET_KEY))).toBe(NOTE);
    expect(openNote(NOTE, [VERIFIER_KEY])).toBe(TEXT);
  });

  it('may have signatures of unknown keys beside', () => {
    expect(openNote(`${NOTE}${STRANGE}`, ['none of ours', VERIFIER_KEY])).toBe(TEXT);
  });

  it.each([
    ['another text', NOTE.replace('problem', 'problems')],
    ['another signature', NOTE.replace('ZJku', 'ZJkv')],
    ['only a signature of an unknown key', `${TEXT}\n${STRANGE}`],
    ['a line that is no signature', `${NOTE}trust me\n`],
    ['a shorter signature', NOTE.replace(/ x08.*/, ' x08go/ZJkuA=')],
    ['no blank line', NOTE.replace('\n\n', '\n')],
    ['no signature', `${TEXT}\n`],
    ['no end', NOTE.slice(0, -1)],
    ['nothing', ''],
  ])('with %s is not believed', (_what, note) => {
    expect(openNote(note, [VERIFIER_KEY])).toBeNull();
  });

  it.each([
    ['another name', VERIFIER_KEY.replace('Peter', 'Paula')],
    ['an id that is not of the key', VERIFIER_KEY.replace('c74f20a3', 'c74f20a4')],
    ['another kind of key', VERIFIER_KEY.replace('+AR', '+AB')],
  ])('is not believed for a verifier key with %s', (_what, key) => {
    expect(openNote(NOTE, [key])).toBeNull();
  });
});

describe('The text of a checkpoint', () => {
  const head = {
    origin: 'example.com/behind-the-sofa',
    size: 20_852_163,
    root: Buffer.from('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'base64'),
  };
  const text =
    'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';

  it('is that of the specification, both ways', () => {
    expect(headText(head)).toBe(text);
    expect(readHead(text)).toEqual(head);
    expect(readHead(`${text}an extension\n`)).toEqual(head);
  });

  it.each([
    ['a zero in front', text.replace('2085', '02085')],
    ['a size that is no number', text.replace('20852163', 'many')],
    ['a short root', text.replace('CsUYap', '')],
    ['a root in another spelling', text.replace('q2I=', 'q2J=')],
    ['no origin', text.replace(head.origin, '')],
    ['one line', 'example.com\n'],
  ])('is refused with %s', (_what, wrong) => {
    expect(readHead(wrong)).toBeNull();
  });
});
