import { dataPreviewLimits } from '../../../contracts/research-data/study-data-preview';
import { toWritableText, type Cell } from '../columns/cell.rule';

/** Returns the text of a value as the exported tables have it, shortened. */
export function previewTextOfCell(cell: Cell): string | null {
  if (cell === undefined || cell === null) return null;
  const text = toWritableText(typeof cell === 'string' ? cell : JSON.stringify(cell));
  const letters = [...text.slice(0, 2 * dataPreviewLimits.value + 2)];
  return letters.length <= dataPreviewLimits.value
    ? text
    : `${letters.slice(0, dataPreviewLimits.value - 1).join('')}…`;
}

/**
 * Sorts runs by the participants' codes, which are random: neither the order nor the choice reveals
 * who came first.
 */
export const sortByParticipantCode = <Run extends { participant: string; attempt: number }>(
  runs: readonly Run[],
): Run[] =>
  [...runs].sort(
    (a, b) =>
      (a.participant < b.participant ? -1 : a.participant > b.participant ? 1 : 0) ||
      a.attempt - b.attempt,
  );
