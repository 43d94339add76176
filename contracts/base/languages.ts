import { z } from 'zod';

/** The seventeen interface languages of docs/specification.md, 1. */
export const languages = [
  'bg',
  'de',
  'en',
  'es',
  'eu',
  'fr',
  'hr',
  'it',
  'ja',
  'ko',
  'pl',
  'pt',
  'pt-BR',
  'ru',
  'tr',
  'zh',
  'zh-TW',
] as const;
export const Language = z.enum(languages);
export type Language = z.output<typeof Language>;

/**
 * Returns the best interface language for an Accept-Language header (RFC 9110, 12.5.4); English is
 * the fallback (docs/specification.md, 1). An exact language tag is preferred to its primary subtag;
 * otherwise the language with the highest quality value is chosen.
 * @param offered the available languages; all others in the header are ignored
 */
export function preferredLanguage(
  header: string | undefined,
  offered: readonly Language[] = languages,
): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';');
      const quality = parameters
        .find((p) => p.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { tag: tag.toLowerCase(), q: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter(({ tag, q }) => tag && q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wanted) {
    const found =
      offered.find((l) => l.toLowerCase() === tag) ?? offered.find((l) => l === tag.split('-')[0]);
    if (found) return found;
  }
  return 'en';
}
