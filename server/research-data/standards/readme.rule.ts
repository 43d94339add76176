import type { StudyAbout } from './psych-ds.rule';

export interface ReadmeFacts extends StudyAbout {
  readonly runs: number;
  readonly rows: number;
  readonly madeOn: string;
  /** What this dataset's files are, a line for each. */
  readonly files: readonly string[];
}

/** The dataset's README. It contains no name of a participant or of a researcher. */
export const readmeOf = ({ title, description, runs, rows, madeOn, files }: ReadmeFacts): string =>
  [
    `# ${oneLine(title) || 'Untitled study'}`,
    description.trim(),
    `Data of ${runs} runs (times that somebody went through the study), ${rows} rows, exported on ${madeOn}.`,
    files.map((line) => `- ${line}`).join('\n'),
    'A row of the data is told from all others by `run_participant`, `run_session`, `run_attempt`, ' +
      '`run_seq` and, where it is there, `run_part`. Participants have pseudonyms of this study. Runs ' +
      'are in a random order. Of sessions without names, clock times, network addresses and agent ' +
      'strings that the study wrote down are taken out: they are missing, or read `[withheld]`.',
    'Who may use these data, and how to cite them, is for those who publish them to say here.',
  ]
    .filter((part) => part !== '')
    .join('\n\n') + '\n';

export const changesOf = (madeOn: string): string =>
  `1.0.0 ${madeOn}\n  - Exported from the study's records.\n`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
