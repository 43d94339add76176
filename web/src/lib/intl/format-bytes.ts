import { currentLanguage } from './format';

/** Formats a number of bytes, rounded to what a person needs: "340 kB", "2.1 MB". */
export function formatBytes(bytes: number) {
  const [unit, size] =
    bytes >= 1e9
      ? (['gigabyte', 1e9] as const)
      : bytes >= 1e6
        ? (['megabyte', 1e6] as const)
        : bytes >= 1000
          ? (['kilobyte', 1000] as const)
          : (['byte', 1] as const);
  return new Intl.NumberFormat(currentLanguage(), {
    style: 'unit',
    unit,
    // The long form of the unit is used for bytes, since its short form has no plural.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: bytes >= 1e6 ? 1 : 0,
  }).format(bytes / size);
}
