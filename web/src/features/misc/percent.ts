import { language } from '../../lib/intl/format';

/** 250 basis points are "2.5%". */
export const percentOf = (basisPoints: number): string =>
  new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );
