import type { TFunction } from 'i18next';

/** A text, or a group of texts by their names. */
export interface RunnerTexts {
  readonly [name: string]: string | RunnerTexts;
}

let texts: RunnerTexts = {};
let language = 'en';

const find = (name: string): string | undefined => {
  const found = name
    .split('.')
    .reduce<string | RunnerTexts | undefined>(
      (at, part) => (typeof at === 'object' ? at[part] : undefined),
      texts,
    );
  return typeof found === 'string' ? found : undefined;
};
const formOf = (name: string, count: unknown): string | undefined =>
  typeof count === 'number'
    ? ((count === 0 ? find(`${name}_zero`) : undefined) ??
      find(`${name}_${new Intl.PluralRules(language).select(count)}`) ??
      find(`${name}_other`))
    : undefined;

/**
 * Returns a text of the page. Like i18next's `t`, it inserts the values, and chooses the plural
 * form by `count`. The page does not load i18next, which would take a third of the page's size
 * limit.
 */
export const t = ((key: string, values: Readonly<Record<string, unknown>> = {}): string => {
  const name = key.replace(/^runner:/, '').replace(/^payment:/, 'payment.');
  const text = formOf(name, values.count) ?? find(name) ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, one: string) => {
    const value = values[one];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}) as TFunction<['runner', 'payment']>;

export function setTexts(of: string, read: RunnerTexts): void {
  texts = read;
  language = of;
  document.documentElement.lang = of;
}
