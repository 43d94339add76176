/** The formats by kind, the most usual first; "CSV for spreadsheets" counts as a format of its own. */
export const formatsOf = {
  table: ['csv', 'spreadsheet', 'json', 'jsonl', 'parquet'],
  standard: ['psych-ds', 'bids'],
  everything: ['bundle'],
} as const;
export const kinds = ['table', 'standard', 'everything'] as const;
export type Kind = (typeof kinds)[number];
export type Choice = (typeof formatsOf)[Kind][number];

export const kindOf = (choice: Choice): Kind =>
  kinds.find((kind) => (formatsOf[kind] as readonly Choice[]).includes(choice)) ?? 'table';

export const bodyOf = (choice: Choice) =>
  choice === 'spreadsheet'
    ? { format: 'csv' as const, for_spreadsheets: true }
    : { format: choice, for_spreadsheets: false };
