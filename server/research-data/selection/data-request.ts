import type { Language } from '../../../contracts/base/languages';
import type { RehearsalForExport } from '../../runtime/rehearsals/rehearsed-runs.read';
import type { SelectionOptions } from './selected-runs';
import type { DamagedRecordsError, RecordSource } from './run-records';

/**
 * What a caller requests: which study's data, which of its runs, and how their records are read.
 */
export interface DataRequest extends RecordSource {
  readonly studyId: string;
  readonly options: SelectionOptions;
  /** A rehearsal: the export then has the runs of its simulated participants only. */
  readonly rehearsal?: RehearsalForExport;
  /** The language of the texts that explain the data. */
  readonly language: Language;
  readonly madeAt: Date;
  /** Receives the progress. It may throw any error to stop the export. */
  readonly onProgress: (percent: number) => Promise<void>;
  readonly onDamaged: (runId: string, error: DamagedRecordsError) => void;
}
