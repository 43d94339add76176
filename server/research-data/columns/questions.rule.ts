import type { TimelineQuestion } from '../../study-files/questions/timeline-questions.rule';
import type { Column } from './column.rule';

export type { TimelineQuestion };

/** The most question texts of a column: many trials may have a question of the same name (`Q0`). */
const most = 20;

/**
 * Adds the texts of their questions to the study's columns, if the study's definition has them.
 * Also adds labels and the limits of a scale, if they are the same for all questions of the column
 * and no answer lies outside.
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
