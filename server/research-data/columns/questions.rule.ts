import type { TimelineQuestion } from '../../study-files/questions/timeline-questions.rule';
import type { Column } from './column.rule';

export type { TimelineQuestion };

/**
 * How many question texts one column lists at most. Many questions share a column if they have the
 * same name, such as `Q0`.
 */
const most = 20;

/**
 * Adds to each column the texts of the questions whose answers it contains, if the study's
 * definition has these texts. If all questions of a column have equal labels for their answers,
 * adds the labels. If all have equal scales and each answer in the data lies within the scale, adds
 * the limits of the scale.
 */
export function withQuestionTexts(
  columns: readonly Column[],
  questions: readonly TimelineQuestion[],
): readonly Column[] {
  const byColumn = new Map<string, TimelineQuestion[]>();
  for (const one of questions) byColumn.set(one.column, [...(byColumn.get(one.column) ?? []), one]);
  return columns.map((column) => {
    const asked = byColumn.get(column.renamed_from ?? column.name);
    const [first, ...others] = asked ?? [];
    if (!asked || !first) return column;
    const prompts = [...new Set(asked.map(({ prompt }) => prompt))].filter(Boolean).slice(0, most);
    const isSame = (of: (one: TimelineQuestion) => unknown) =>
      others.every((one) => JSON.stringify(of(one)) === JSON.stringify(of(first)));
    const labels = (first.options ?? []).filter(({ value, label }) => value !== label);
    return {
      ...column,
      ...(prompts.length > 0 && { questions: prompts }),
      ...(isSame((one) => one.options) && labels.length > 0 && { labels }),
      ...(first.allowed &&
        isSame((one) => one.allowed) &&
        isWithin(column, first.allowed) && { allowed: first.allowed }),
    };
  });
}

const isWithin = ({ type, range }: Column, [min, max]: readonly [number, number]): boolean =>
  (type === 'integer' || type === 'number') && range !== null && range[0] >= min && range[1] <= max;
