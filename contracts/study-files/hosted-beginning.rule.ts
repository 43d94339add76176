import type { HostedRuntime } from './hosted-runtime';
import type { VersionReport } from './study-files';

/** The default settings of a newly hosted study, taken from the report of its version. */
type Beginning = Pick<
  HostedRuntime,
  'resume' | 'hosts' | 'needs' | 'expected_records' | 'conditions'
> &
  Required<Pick<HostedRuntime, 'shares' | 'frames'>>;

/**
 * Where a participant who returns continues by default: a study of jsPsych 8 at the next trial, a study for JATOS at
 * its page.
 */
const resumeOf = ({ kind }: Pick<VersionReport, 'kind'>) =>
  kind === 'jspsych_8' || kind === 'jspsych' ? 'trial' : kind === 'jatos' ? 'component' : 'restart';

/** Whether its pages use data shared between participants (JATOS' batch session). */
export const sharesIn = ({ findings }: Pick<VersionReport, 'findings'>): boolean =>
  findings.some(({ code }) => code === 'jatos_batch');

const mostHours = 48;
/**
 * The hours within which a participant may continue: not more than a participation may take in total, since it would
 * end before.
 */
const hoursWithin = (maximumMinutes: number | null | undefined): number =>
  Math.min(mostHours, Math.max(1, Math.floor((maximumMinutes || 0) / 60)));

/** The default settings from the version's report; the safest values where the report is silent. */
export const beginningBy = (
  report: Pick<VersionReport, 'kind' | 'hosts' | 'needs' | 'findings' | 'frames'>,
  maximumMinutes: number | null | undefined,
): Beginning => ({
  resume: { mode: resumeOf(report), hours: hoursWithin(maximumMinutes) },
  hosts: report.hosts,
  needs: report.needs,
  shares: sharesIn(report),
  frames: report.frames ?? true,
  expected_records: null,
  conditions: null,
});

/** The study's first page: the configured one, if the version contains it, else the most likely one. */
export const entryBy = (
  { entry, entries }: Pick<VersionReport, 'entry' | 'entries'>,
  before: string | undefined,
): string | null => (before !== undefined && entries.includes(before) ? before : entry);
