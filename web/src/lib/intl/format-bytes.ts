import { language } from './format';

/** "340 kB", "2.1 MB": rounded to what a person needs. */
export function formatBytes(bytes: number) {
  const [unit, size] =
    bytes >= 1e9
      ? (['gigabyte', 1e9] as const)
      : bytes >= 1e6
        ? (['megabyte', 1e6] as const)
        : bytes >= 1000
          ? (['kilobyte', 1000] as const)
          : (['byte', 1] as const);
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit,
    // The short form of bytes has no plural.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: bytes >= 1e6 ? 1 : 0,
  }).format(bytes / size);
}
