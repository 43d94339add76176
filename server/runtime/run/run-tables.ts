/**
 * The names of the tables for one kind of runs, those of participants or those of rehearsals: the
 * runs, the chunks of their records, and their errors.
 */
export interface RunTables {
  readonly run: string;
  readonly chunk: string;
  readonly error: string;
  /** The column that says which participation or rehearsal the run belongs to. */
  readonly subject: string;
  /**
   * SQL: the number of a run's incomplete files, and the bytes of all its files; simulated
   * participants create no files.
   */
  readonly files: string;
}
export type RunKind = 'participants' | 'rehearsals';

export const participantRunTables: RunTables = {
  run: 'research.run',
  chunk: 'research.run_chunk',
  error: 'research.run_error',
  subject: 'participation_id',
  files: 'r.files_due, r.file_bytes',
};
/**
 * The runs of simulated participants are in separate tables, so that code which reads, counts or
 * exports runs of participants never finds them. One statement stores the records of both kinds of
 * runs (record-log/store-records.sql.ts).
 */
export const rehearsalRunTables: RunTables = {
  run: 'research.rehearsal_run',
  chunk: 'research.rehearsal_chunk',
  error: 'research.rehearsal_error',
  subject: 'rehearsal_id',
  files: '0 AS files_due, 0 AS file_bytes',
};
