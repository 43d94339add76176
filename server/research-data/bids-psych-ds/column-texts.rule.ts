import type { Column } from '../columns/column.rule';
import { jsonText } from '../columns/json-text.rule';
import type { ExportTexts } from '../research-data-texts';

const asRecorded = ({ renamed_from }: Column, t: ExportTexts): string =>
  renamed_from === undefined
    ? t('columns.recorded')
    : t('columns.recorded_as', { name: jsonText(renamed_from) });

/**
 * Makes the description of a column in a BIDS or Psych-DS dataset, from the questions and the
 * column's own description. For numbers without a scale, it also states the smallest and the
 * largest value in the data.
 * @param more a function that returns the column's own description with further text
 */
export function columnDescriptionOf(
  entry: Column,
  t: ExportTexts,
  more: (said: string) => string = (said) => said,
): string {
  const { description, questions, allowed, range, type } = entry;
  const isNumber = type === 'integer' || type === 'number';
  const asked = questions?.map((words) => `“${words}”`).join(', ');
  return [
    asked === undefined ? '' : t('columns.asked', { questions: asked }),
    more(description ?? asRecorded(entry, t)),
    isNumber && range && !allowed ? t('columns.found', { min: range[0], max: range[1] }) : '',
  ]
    .filter(Boolean)
    .reduce((said, sentence) => `${said}${/[.?!]$/.test(said) ? '' : '.'} ${sentence}`);
}
