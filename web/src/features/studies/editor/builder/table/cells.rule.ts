import { limits } from '../../../../../../../contracts/base/limits';
import type { Json } from '../../../../../../../contracts/timeline-values';

const numbers = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * What a researcher means who types a text into a cell: numbers, true and false, lists and objects as
 * such, if writing them gives the same text again; 007 stays a text.
 */
export function valueOf(text: string): Json {
  if (text === 'true' || text === 'false') return text === 'true';
  if (numbers.test(text) && String(Number(text)) === text) return Number(text);
  if (/^[[{].*[\]}]$/s.test(text))
    try {
      return JSON.parse(text) as Json;
    } catch {
      return text;
    }
  return text;
}

/** The text of a cell that `valueOf` reads as this value. */
export const textOf = (value: Json | undefined): string =>
  value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** A name that no column has: `word`, `word_2` … */
export function freeName(columns: readonly string[], wish: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wish : `${wish}_${n}`;
    if (!columns.includes(name)) return name;
  }
}

const spelled: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
};

/** A name that code can use: letters of English, digits and underscores, the first no digit. */
export const columnName = (text: string): string =>
  text
    .trim()
    .replace(/[äöüÄÖÜß]/g, (one) => spelled[one] ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^(\d)/, '_$1')
    .slice(0, limits.timelineKey - 4);
