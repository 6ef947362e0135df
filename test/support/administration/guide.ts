import { readFileSync } from 'node:fs';

/** Commands that a document gives: a block of its own, or a command within a sentence. */
export interface Given {
  readonly heading: string;
  /** Of the blocks below the heading, from 1; null: the command stands in a sentence or a table. */
  readonly block: number | null;
  readonly text: string;
}

const COMMAND =
  /^(?:[A-Z_]+=\S+ )*(?:npx )?(?:marina|docker|kubectl|age|systemctl|openssl|install|ALTER ROLE) \S/;

/**
 * A document for administrators. Tests take the commands that they run from its text, so that a command that is changed
 * in the document is changed in the test.
 */
export class Guide {
  readonly text: string;
  readonly given: readonly Given[];

  constructor(readonly path: string) {
    this.text = readFileSync(path, 'utf8');
    this.given = [...this.text.matchAll(/^##+ (.*)\n([^]*?)(?=^##+ |(?![^]))/gm)].flatMap(
      ([, heading = '', section = '']) => givenIn(heading, section),
    );
  }

  /** The text below a heading. */
  section(heading: string): string {
    const [, section] = this.text.split(new RegExp(`^##+ ${heading}\n`, 'm'));
    if (section === undefined) throw new Error(`${this.path} has no heading "${heading}"`);
    return section.split(/^##+ /m)[0] ?? '';
  }

  /** A block of commands below a heading. */
  block(heading: string, number = 1): string {
    const found = this.given.find((one) => one.heading === heading && one.block === number);
    if (found === undefined) throw new Error(`"${heading}" has no block ${number}`);
    return found.text;
  }

  /** The command within a sentence below a heading: the one, or the first that begins so. */
  command(heading: string, start: string): string {
    const texts = this.given
      .filter((one) => one.heading === heading && one.block === null)
      .map(({ text }) => text);
    const found =
      texts.find((text) => text === start) ?? texts.find((one) => one.startsWith(start));
    if (found === undefined) throw new Error(`"${heading}" gives no command ${start}`);
    return found;
  }
}

function givenIn(heading: string, section: string): readonly Given[] {
  const blocks = [...section.matchAll(/^```\n([^]*?)^```$/gm)].map(([, text = ''], index) => ({
    heading,
    block: index + 1,
    text,
  }));
  const sentences = section.replace(/^```\n[^]*?^```$/gm, '');
  const commands = [...sentences.matchAll(/`([^`]+)`/g)]
    .map(([, code = '']) => code.replaceAll('\n', ' '))
    .filter((code) => COMMAND.test(code))
    .map((text) => ({ heading, block: null, text }));
  return [...blocks, ...commands];
}

export const administration = new Guide('docs/administration.md');
export const backups = new Guide('docs/backup.md');
