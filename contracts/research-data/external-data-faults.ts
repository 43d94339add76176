/** Error codes of an external data file, either for the file as a whole or for one of its lines. */
export const externalDataFaults = [
  'nul',
  'bad_quotes',
  'too_many_columns',
  'too_many_rows',
  'too_long_cell',
  'uneven_row',
  'no_rows',
  'no_participant_column',
  'unknown_column',
  'no_columns_kept',
  'column_refused',
  'thousands',
  'no_participant',
  'unknown_participant',
  'ambiguous_participant',
  'doubled_participant',
] as const;
export type ExternalDataFault = (typeof externalDataFaults)[number];
