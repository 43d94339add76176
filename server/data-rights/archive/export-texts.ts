import type { Language } from '../../../contracts/base/languages';
import { de } from './locales/de';
import { en } from './locales/en';

export interface ExportTexts {
  title: string;
  made: (when: string) => string;
  format: string;
  index: string;
  missing: string;
  /** Data that the server stores but the export leaves out, and why. */
  notInside: readonly string[];
  gone: (days: number) => string;
}

const texts: Partial<Record<Language, ExportTexts>> = { en, de };

/** English where a language has no texts for this yet (docs/specification.md, 1). */
export const exportTexts = (language: string): { language: Language; texts: ExportTexts } => {
  const own = texts[language as Language];
  return own ? { language: language as Language, texts: own } : { language: 'en', texts: en };
};
