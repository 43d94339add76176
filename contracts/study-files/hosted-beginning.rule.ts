import type { HostedRuntime } from './hosted-runtime';
import type { VersionReport } from './study-files';

/** The settings of a study that was not hosted before, by the report of its version. */
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

/** Whether its pages use what participants share (JATOS' batch session). */
export const sharesIn = ({ findings }: Pick<VersionReport, 'findings'>): boolean =>
  findings.some(({ code }) => code === 'jatos_batch');

const mostHours = 48;
/**
 * The hours within which a participant may continue: not more than a participation may take in total, since it would
 * end before.
 */
const hoursWithin = (maximumMinutes: number | null | undefined): number =>
  Math.min(mostHours, Math.max(1, Math.floor((maximumMinutes || 0) / 60)));

/** The settings by the version's report; the safest where the report says nothing. */
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

/** The page that begins: the one that was set, where the version has it, else the likeliest. */
export const entryBy = (
  { entry, entries }: Pick<VersionReport, 'entry' | 'entries'>,
  before: string | undefined,
): string | null => (before !== undefined && entries.includes(before) ? before : entry);
