import { currentLanguage } from '../../lib/intl/format';

/** Formats basis points as a percentage: 250 is "2.5%". */
export const percentOf = (basisPoints: number): string =>
  new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );
