export const VERIFIER = 'marina-verify.mjs';

export interface ReadmeSubject {
  readonly isWhole: boolean;
  readonly isSigned: boolean;
  readonly verifierKey: string;
}

/** The read-me of an archive: how to verify it, and what that shows. */
export function archiveReadme({ isWhole, isSigned, verifierKey }: ReadmeSubject): string {
  const shows = isWhole
    ? `trail.ndjson is the whole audit trail. If it holds, nothing in it was added, changed or left out up to the
newest checkpoint that holds.`
    : `proofs.ndjson has entries of the audit trail with a proof for each; entries.csv has the same entries for a
spreadsheet. If the proofs hold, each of these entries is in the trail as it stands here. They do not show that no other
entry meets the filters of manifest.json: for that, ask for the whole trail.`;
  const signature = isSigned
    ? `manifest.json says who asked for this archive, when and for what, and has the digest of every other file, this one
too. manifest.note is signed by the key of the trail and covers it. An archive without it, or of which the verifier says
that it is not signed, is not as Marina made it.`
    : `This archive is not signed, because its key was not at hand where it was made. Nothing shows that manifest.json, this
file or the verifier are as Marina wrote them, nor that no entries were left out of the archive since.`;
  return `${shows}

${signature}

To verify it you need Node.js 20 or newer and the files of this archive, nothing else:

    node ${VERIFIER} --archive . --key '${verifierKey}'

Take the key from a source of your own: whoever can make an archive can name a key of his own in it. The same holds for
${VERIFIER}, which is in the source code of Marina as verifier/${VERIFIER}.
`;
}
