export type { PlayerTexts, QuestionnaireTexts } from '../../../contracts/timeline/timeline-player';

/** A text in which each `{{name}}` is replaced by its value. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | number>>,
): string => text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
