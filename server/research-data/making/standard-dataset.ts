import type { StudyAbout } from '../standards/psych-ds.rule';
import type { NamedFile } from './archive-files';
import type { ExportContent } from './export-content';

/** What the datasets of the standards are written from. */
export type DatasetContent = Pick<
  ExportContent,
  'sessions' | 'runs' | 'counts' | 'data' | 'events' | 'runTable' | 'timed' | 'timing' | 'dataByRun'
>;

/** What an export by a standard of the field is made of. */
export interface StandardDataset {
  readonly content: DatasetContent;
  readonly about: StudyAbout;
  /** The day (UTC). */
  readonly madeOn: string;
  readonly manifest: (files: readonly NamedFile[]) => unknown;
}
