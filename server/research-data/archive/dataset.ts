import type { Language } from '../../../contracts/base/languages';
import type { StudyAbout } from '../bids-psych-ds/psych-ds/psych-ds.rule';
import type { Lacks } from './left-out.rule';
import type { NamedFile } from './archive-files';
import type { ExportContent } from '../columns/export-content';

/** What the datasets of the standards are written from. */
export type DatasetContent = Pick<
  ExportContent,
  | 'sessions'
  | 'runs'
  | 'runsWithoutRecords'
  | 'counts'
  | 'data'
  | 'events'
  | 'runTable'
  | 'timed'
  | 'timing'
  | 'dataByRun'
>;

/** What an export by a standard of the field is made of. */
export interface StandardDataset {
  readonly content: DatasetContent;
  readonly about: StudyAbout;
  /** Of what explains the data; names of columns and files are the same in each. */
  readonly language: Language;
  /** The day (UTC). */
  readonly madeOn: string;
  /** What its README says is missing. */
  readonly lacks: Lacks;
  readonly manifest: (files: readonly NamedFile[]) => unknown;
}
