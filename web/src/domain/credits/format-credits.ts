import { currentLanguage } from '../../lib/intl/format';

/** "1.50" in the reader's language. @param hundredths hundredths of a credit */
export const formatCredits = (hundredths: number): string =>
  new Intl.NumberFormat(currentLanguage(), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(hundredths / 100);
