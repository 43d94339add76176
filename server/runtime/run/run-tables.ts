/** The tables that hold one kind of runs, and their records as these arrive. */
export interface RunTables {
  readonly run: string;
  readonly chunk: string;
  readonly error: string;
  /** The column that says which participation or rehearsal the run belongs to. */
  readonly subject: string;
  /**
   * The SQL for the number of incomplete files of a run, and the bytes of all its files; simulated participants
   * create no files.
   */
  readonly files: string;
}
export type RunKind = 'participants' | 'rehearsals';

export const ofParticipants: RunTables = {
  run: 'research.run',
  chunk: 'research.run_chunk',
  error: 'research.run_error',
  subject: 'participation_id',
  files: 'r.files_due, r.file_bytes',
};
/**
 * Simulated participants have tables of their own, so that code that reads, counts or exports the runs of
 * participants never sees theirs. One statement writes the records of both.
 */
export const ofRehearsals: RunTables = {
  run: 'research.rehearsal_run',
  chunk: 'research.rehearsal_chunk',
  error: 'research.rehearsal_error',
  subject: 'rehearsal_id',
  files: '0 AS files_due, 0 AS file_bytes',
};
