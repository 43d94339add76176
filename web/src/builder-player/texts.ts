export type { PlayerTexts, QuestionnaireTexts } from '../../../contracts/timeline/timeline-player';

/** Replaces each `{{name}}` in a text by the value of that name. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Record<string, string | number>>,
): string => text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
