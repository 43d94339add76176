import { currentLanguage } from '../../lib/intl/format';

/** Formats credits in the reader's language: 150 hundredths of a credit become "1.50". */
export const formatCredits = (hundredths: number): string =>
  new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(hundredths / 100);
