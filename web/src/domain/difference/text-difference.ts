import { diffArrays } from 'diff';
import { leastUnchangedShare, findRewordedParagraphs } from './reworded';
import { wordsOf } from './words-of';

/** A piece of a changed passage: a text that was removed, added or kept, with its line breaks. */
export interface PassagePiece {
  kind: 'same' | 'removed' | 'added';
  text: string;
}
/** Either consecutive paragraphs that are the same in both texts, or a passage that differs. */
export type ComparedPassage =
  | { kind: 'same'; paragraphs: string[] }
  | { kind: 'changed'; pieces: PassagePiece[] };

/**
 * The most edits for which two texts are compared. Texts that differ in more places count as
 * entirely different, since the comparison would take too long.
 */
const mostEdits = { paragraphs: 1000, words: 1000 } as const;

const paragraphsOf = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n\s*/)
    .map((one) => one.trimEnd())
    .filter((one) => one !== '');

interface Edit {
  removed: string;
  added: string;
  /** The unchanged text that follows the edit. */
  then: string;
}

function editsOf(from: string[], to: string[]): Edit[] | undefined {
  const changes = diffArrays(from, to, { maxEditLength: mostEdits.words });
  if (!changes) return undefined;
  const edits: Edit[] = [{ removed: '', added: '', then: '' }];
  for (const { value, added, removed } of changes) {
    const text = value.join('');
    let last = edits.at(-1);
    if (!last || ((added || removed) && last.then !== '')) {
      last = { removed: '', added: '', then: '' };
      edits.push(last);
    }
    if (added) last.added += text;
    else if (removed) last.removed += text;
    else last.then += text;
  }
  return edits;
}

/** Joins edits that only a space or a comma separates, since a reader sees them as one change. */
function joined(edits: readonly Edit[]): Edit[] {
  const result: Edit[] = [];
  for (const edit of edits) {
    const before = result.at(-1);
    const isChange = (one: Edit) => one.removed !== '' || one.added !== '';
    if (before && isChange(before) && isChange(edit) && !/[\p{L}\p{N}\n]/u.test(before.then)) {
      before.removed += before.then + edit.removed;
      before.added += before.then + edit.added;
      before.then = edit.then;
    } else result.push({ ...edit });
  }
  return result;
}

interface Marked {
  pieces: PassagePiece[];
  /** The number of letters in the words that both texts have. */
  kept: number;
}

function piecesOf(from: string, to: string, locale: string | null): Marked {
  const edits = editsOf(wordsOf(from, locale), wordsOf(to, locale));
  const kept = (edits ?? []).reduce((sum, { then }) => sum + then.trim().length, 0);
  const whole: Edit[] = [{ removed: from, added: to, then: '' }];
  const isSimilar = edits && kept >= leastUnchangedShare * Math.max(from.length, to.length);
  const pieces = joined(isSimilar ? edits : whole).flatMap(({ removed, added, then }) =>
    (
      [
        { kind: 'removed', text: removed },
        { kind: 'added', text: added },
        { kind: 'same', text: then },
      ] as const
    ).filter(({ text }) => text !== ''),
  );
  return { pieces, kept: isSimilar ? kept : 0 };
}

const together = (paragraphs: readonly string[]) => paragraphs.join('\n\n');

/**
 * Marks the changes in consecutive paragraphs that all differ. A reworded paragraph is compared
 * with its new wording; a removed or added paragraph is marked as a whole. If a paragraph was
 * split, or two paragraphs were joined, all these paragraphs are compared as one text.
 */
function blockOf(removed: string[], added: string[], locale: string | null): PassagePiece[][] {
  const whole = piecesOf(together(removed), together(added), locale);
  const reworded = findRewordedParagraphs(removed, added, locale);
  if (reworded.length === 0) return [whole.pieces];
  const longest = Math.max(together(removed).length, together(added).length);
  const parts: Marked[] = [];
  let [from, to] = [0, 0];
  const upTo = (i: number, j: number) => {
    if (i > from || j > to)
      parts.push(piecesOf(together(removed.slice(from, i)), together(added.slice(to, j)), locale));
  };
  for (const [i, j] of reworded) {
    upTo(i, j);
    parts.push(piecesOf(removed[i] ?? '', added[j] ?? '', locale));
    [from, to] = [i + 1, j + 1];
  }
  upTo(removed.length, added.length);
  const kept = parts.reduce((sum, one) => sum + one.kept, 0);
  return whole.kept - kept >= leastUnchangedShare * longest
    ? [whole.pieces]
    : parts.map(({ pieces }) => pieces);
}

export function paragraphDifferenceOf(
  from: readonly string[],
  to: readonly string[],
  locale: string | null,
): ComparedPassage[] {
  const changes = diffArrays([...from], [...to], { maxEditLength: mostEdits.paragraphs }) ?? [
    { value: [...from], removed: true, added: false },
    { value: [...to], removed: false, added: true },
  ];
  const passages: ComparedPassage[] = [];
  let open = { removed: [] as string[], added: [] as string[] };
  const close = () => {
    if (open.removed.length + open.added.length > 0)
      for (const pieces of blockOf(open.removed, open.added, locale))
        passages.push({ kind: 'changed', pieces });
    open = { removed: [], added: [] };
  };
  for (const { value, added, removed } of changes) {
    if (added) open.added.push(...value);
    else if (removed) open.removed.push(...value);
    else {
      close();
      passages.push({ kind: 'same', paragraphs: value });
    }
  }
  close();
  return passages;
}

/** Compares two texts by paragraph, and by word within a changed paragraph. */
export const textDifference = (
  from: string,
  to: string,
  locale: string | null,
): ComparedPassage[] => paragraphDifferenceOf(paragraphsOf(from), paragraphsOf(to), locale);

export const hasChangedPassage = (passages: readonly ComparedPassage[]): boolean =>
  passages.some(({ kind }) => kind === 'changed');
