/** The formats by kind, the most usual first. "CSV for spreadsheets" is a format of its own. */
export const exportFormatsByKind = {
  table: ['csv', 'spreadsheet', 'json', 'jsonl', 'parquet'],
  standard: ['psych-ds', 'bids'],
  everything: ['bundle'],
} as const;
export const exportFormatKinds = ['table', 'standard', 'everything'] as const;
export type ExportFormatKind = (typeof exportFormatKinds)[number];
export type ExportFormatChoice = (typeof exportFormatsByKind)[ExportFormatKind][number];

export const exportFormatKindOf = (choice: ExportFormatChoice): ExportFormatKind =>
  exportFormatKinds.find((kind) =>
    (exportFormatsByKind[kind] as readonly ExportFormatChoice[]).includes(choice),
  ) ?? 'table';

export const exportFormatBodyOf = (choice: ExportFormatChoice) =>
  choice === 'spreadsheet'
    ? { format: 'csv' as const, for_spreadsheets: true }
    : { format: choice, for_spreadsheets: false };
