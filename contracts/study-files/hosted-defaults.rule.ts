import type { HostedRuntime } from './hosted-runtime';
import type { VersionReport } from './study-files';

/**
 * The default settings of a newly hosted study, which are computed from the report on its version.
 */
type Beginning = Pick<
  HostedRuntime,
  'resume' | 'hosts' | 'needs' | 'expected_records' | 'conditions'
> &
  Required<Pick<HostedRuntime, 'shares' | 'frames'>>;

/**
 * Returns where a participant who returns continues by default: at the next trial for studies of
 * jsPsych, at the same page for studies made for JATOS, otherwise at the beginning.
 */
const resumeOf = ({ kind }: Pick<VersionReport, 'kind'>) =>
  kind === 'jspsych_8' || kind === 'jspsych' ? 'trial' : kind === 'jatos' ? 'component' : 'restart';

/**
 * Whether the study's pages share data between participants, as the report says (JATOS' batch
 * session).
 */
export const usesBatchSession = ({ findings }: Pick<VersionReport, 'findings'>): boolean =>
  findings.some(({ code }) => code === 'jatos_batch');

const mostHours = 48;
/**
 * Returns for how many hours a participant may continue by default. The result is not more than the
 * maximum duration of a participation, since the participation ends after this duration.
 */
const hoursWithin = (maximumMinutes: number | null | undefined): number =>
  Math.min(mostHours, Math.max(1, Math.floor((maximumMinutes || 0) / 60)));

/**
 * Returns the default settings according to the report; where the report says nothing, the safest
 * values.
 */
export const defaultSettingsFrom = (
  report: Pick<VersionReport, 'kind' | 'hosts' | 'needs' | 'findings' | 'frames'>,
  maximumMinutes: number | null | undefined,
): Beginning => ({
  resume: { mode: resumeOf(report), hours: hoursWithin(maximumMinutes) },
  hosts: report.hosts,
  needs: report.needs,
  shares: usesBatchSession(report),
  frames: report.frames ?? true,
  expected_records: null,
  conditions: null,
});

/**
 * Returns the study's first page: the page `before` if the version contains it, else the most
 * likely one.
 */
export const chooseFirstPage = (
  { entry, entries }: Pick<VersionReport, 'entry' | 'entries'>,
  before: string | undefined,
): string | null => (before !== undefined && entries.includes(before) ? before : entry);
