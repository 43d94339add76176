export type { PlayerTexts, QuestionnaireTexts } from '../../../contracts/timeline/timeline-player';

/** A text with values in the place of their names. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole));
