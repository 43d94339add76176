import type { Language } from '../../../contracts/base/languages';
import type { ExportFormat, ExportOmissions } from '../../../contracts/research-data/research-data';
import type { ExportContent } from '../columns/export-content';
import type { DataRequest } from '../selection/data-request';
import type { FilesOfRuns } from '../selection/run-files';
import type { ArchiveFilesWriter } from './archive-files';

/** The title and the description of a study, as datasets show them. */
export interface StudyTitleAndDescription {
  readonly title: string;
  readonly description: string;
}

/** The properties of an export's content that its formats use. */
export type DatasetContent = Pick<
  ExportContent,
  | 'sessions'
  | 'imported'
  | 'runs'
  | 'runsWithoutRecords'
  | 'counts'
  | 'left_out'
  | 'withheld'
  | 'repeated'
  | 'data'
  | 'events'
  | 'runTable'
  | 'timed'
  | 'timing'
  | 'external'
  | 'dataByRun'
>;

/** The input of every format that is made of tables. */
export interface Dataset extends Pick<DataRequest, 'studyId' | 'rehearsal'> {
  readonly content: DatasetContent;
  readonly about: StudyTitleAndDescription;
  readonly options: {
    readonly format: ExportFormat;
    readonly for_spreadsheets: boolean;
    readonly unfinished: boolean;
  };
  /** The language of the descriptions. The names of columns and files do not depend on it. */
  readonly language: Language;
  /** The day (UTC) on which the dataset was made. */
  readonly madeOn: string;
  readonly runFiles: Pick<FilesOfRuns, 'of'>;
}

export interface ExportCounts {
  runs: number;
  rows: number;
  columns: number;
  /** Rows of data that external studies collected; absent if there are none. */
  outside_rows?: number;
}

/**
 * What a finished archive contains; it is stored, so that a later withdrawal finds the exports that
 * contain the participant's data.
 */
export interface WrittenExport {
  readonly counts: ExportCounts;
  readonly left_out: ExportOmissions;
  /** The ids of this installation's runs that the archive contains. */
  readonly runIds: readonly string[];
  /**
   * The ids of the parts of external data files whose rows the archive contains
   * (external-tables.ts).
   */
  readonly partIds: readonly string[];
  /** Whether the dataset has runs that were imported in a bundle. */
  readonly hasImported: boolean;
}

/** A format of exports: writes the files of a dataset, its README and its manifest. */
export interface DatasetFormat {
  /** Whether the format has tables for data that external studies collected. */
  readonly hasExternalTables: boolean;
  readonly write: (dataset: Dataset, files: ArchiveFilesWriter) => Promise<void>;
}
