import { durationPhrases, type FormWords, numberWords } from './form-words.rule';

export interface NumberRange {
  low: number;
  high: number;
}
interface NumberMatch extends NumberRange {
  at: number;
  end: number;
}

const words = Object.keys(numberWords)
  .sort((a, b) => b.length - a.length)
  .join('|');
/** A number in digits, with English or German separators, or in words. */
export const numberPattern = String.raw`(?:(?<![\d.,])\d+(?:[.,]\d+)*|(?<![\p{L}\d])(?:${words})(?![\p{L}]))`;

/**
 * Parses a number in digits or in words. In "1,000.50" and "1.000,50", the last separator is the
 * decimal separator.
 * @param isMoney whether three digits after the last separator are thousands: "1.500" is then 1500
 */
export function parseWrittenNumber(written: string, isMoney = false): number {
  const inWords = numberWords[written.toLowerCase()];
  if (inWords !== undefined) return inWords;
  const last = Math.max(written.lastIndexOf('.'), written.lastIndexOf(','));
  if (last < 0) return Number(written);
  const decimals = written.slice(last + 1);
  const whole = written.slice(0, last).replaceAll(/[.,]/g, '');
  return isMoney && decimals.length === 3
    ? Number(`${whole}${decimals}`)
    : Number(`${whole}.${decimals}`);
}

const between = String.raw`\s*(?:-|–|—|to|bis|and|und|or|oder)\s*`;
const minutes = String.raw`[\s-]*(?:minutes?|minuten?|mins?\b\.?)`;
const hours = String.raw`[\s-]*(?:hours?|hrs?\b|stunden?|std\b\.?|h\b)`;
const patterns: readonly (readonly [RegExp, (...parts: (string | undefined)[]) => NumberRange])[] =
  [
    ...durationPhrases.map(
      ([source, value]) =>
        [new RegExp(source, 'giu'), () => ({ low: value, high: value })] as const,
    ),
    [
      new RegExp(
        `(${numberPattern})${hours}(?:\\s*(?:and|und|,)?\\s*)(${numberPattern})${minutes}`,
        'giu',
      ),
      (h = '', m = '') => {
        const value = parseWrittenNumber(h) * 60 + parseWrittenNumber(m);
        return { low: value, high: value };
      },
    ],
    ...(
      [
        [minutes, 1],
        [hours, 60],
      ] as const
    ).map(
      ([unit, factor]) =>
        [
          new RegExp(`(${numberPattern})(?:${between}(${numberPattern}))?${unit}`, 'giu'),
          (low = '', high = low) => ({
            low: parseWrittenNumber(low) * factor,
            high: parseWrittenNumber(high) * factor,
          }),
        ] as const,
    ),
  ];

/**
 * Studies take at most this many minutes. A longer duration means something else, for example a
 * helpline's hours.
 */
const longest = 720;
const afterMoney = /(?:[€$£¥]\s?[\d.,]+|\b\p{Lu}{3}\s?[\d.,]+|[\d.,]+\s?(?:[€$£¥]|\p{L}+))\s*$/u;

const everyDuration = (text: string): NumberMatch[] => {
  let left = text;
  const found: NumberMatch[] = [];
  for (const [pattern, read] of patterns)
    left = left.replaceAll(pattern, (whole: string, ...rest: unknown[]) => {
      const at = rest.find((one) => typeof one === 'number') ?? 0;
      const parts = rest.slice(0, rest.indexOf(at)) as (string | undefined)[];
      found.push({ ...read(...parts), at, end: at + whole.length });
      return ' '.repeat(whole.length);
    });
  return found.sort((a, b) => a.at - b.at);
};

const inOneSentence = (before: string) => before.split(/[.!?]\s|\n/).at(-1) ?? '';

/**
 * Finds durations, in minutes, that may be the duration of the study. If a word like "takes" stands
 * before some of the durations, it returns only these. If no duration has a word like that, it
 * returns all durations.
 */
export function durationsIn(text: string, language: FormWords): NumberRange[] {
  const left = everyDuration(text).filter(({ high, at, end }) => {
    const before = inOneSentence(text.slice(Math.max(0, at - 40), at));
    return (
      high < longest &&
      !new RegExp(language.notBefore, 'iu').test(before) &&
      !new RegExp(language.notAfter, 'iu').test(text.slice(end, end + 24)) &&
      !(/^an hour/i.test(text.slice(at, end)) && afterMoney.test(before))
    );
  });
  const takes = new RegExp(language.takes, 'iu');
  const said = left.filter(({ at }) =>
    takes.test(inOneSentence(text.slice(Math.max(0, at - 60), at))),
  );
  return (said.length > 0 ? said : left).map(({ low, high }) => ({ low, high }));
}

/**
 * Whether one of the durations in a text, or the sum of all, is within ten percent of the known
 * duration.
 */
export const containsMinutes = (said: readonly NumberRange[], known: number): boolean => {
  const fits = ({ low, high }: NumberRange) =>
    known >= low - known / 10 && known <= high + known / 10;
  const sum = said.reduce((all, one) => ({ low: all.low + one.low, high: all.high + one.high }), {
    low: 0,
    high: 0,
  });
  return said.some(fits) || fits(sum);
};
