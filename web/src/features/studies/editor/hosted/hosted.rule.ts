import type { z } from 'zod';
import type { GivenHostedRuntime } from '../../../../../../contracts/hosted-runtime';
import type { Finding, StudyVersion, VersionReport } from '../../../../../../contracts/study-files';

export type Hosted = z.input<typeof GivenHostedRuntime>;

/** What a study calls so that a finding is mended, ready to be copied. */
export const mendedBy: Partial<Record<Finding['code'], string>> = {
  no_rows: "commonlab.record({ trial: 1, answer: 'yes' });",
  no_end: 'commonlab.finish();',
};

/** jsPsych 8 goes on at the next trial; a study for JATOS goes from page to page. */
const resumeOf = ({ kind }: VersionReport) =>
  kind === 'jspsych_8' || kind === 'jspsych' ? 'trial' : kind === 'jatos' ? 'component' : 'restart';

/** Whether its pages use what participants share (JATOS' batch session). */
export const sharesIn = ({ findings }: Pick<VersionReport, 'findings'>): boolean =>
  findings.some(({ code }) => code === 'jatos_batch');

const mostHours = 48;
/** Not longer than a participation may take as a whole, since its end would come first. */
const hoursWithin = (maximumMinutes: number | null | undefined): number =>
  Math.min(mostHours, Math.max(1, Math.floor((maximumMinutes || 0) / 60)));

/** For a study that was not hosted before: as its report says, and the safest otherwise. */
const beginning = (report: VersionReport, maximumMinutes: number | null | undefined) => ({
  resume: { mode: resumeOf(report), hours: hoursWithin(maximumMinutes) } as const,
  hosts: report.hosts,
  needs: report.needs,
  shares: sharesIn(report),
  frames: report.frames ?? true,
  expected_records: null,
  conditions: null,
});

/**
 * The runtime with another version: what was set stays, and the page too where the version has it.
 * @returns null for a version without a page
 */
export function withVersion(
  before: Hosted | null,
  { _id }: StudyVersion,
  report: VersionReport,
  { kind, maximumMinutes }: { kind: Hosted['kind']; maximumMinutes: number | null | undefined },
): Hosted | null {
  const {
    sha256: _,
    beforehand,
    ...kept
  } = before ?? {
    ...{ ...beginning(report, maximumMinutes), sha256: undefined, entry: '' },
    beforehand: undefined,
  };
  const entry = report.entries.includes(kept.entry) ? kept.entry : report.entry;
  // The player of built studies loads its own.
  const loads = kind === 'hosted' && beforehand !== undefined ? { beforehand } : {};
  return entry === null ? null : { ...kept, ...loads, kind, version_id: _id, entry };
}

/** Hosts that a version names and that it may not reach: what comes from there is missing. */
export const notAllowed = (named: readonly string[], allowed: readonly string[]): string[] => {
  const known = new Set(allowed.map((host) => host.toLowerCase().replace(/\/$/, '')));
  return named.filter((host) => !known.has(host));
};

/** Findings of the same kind together, each kind where its first one stands. */
export function byKind(findings: readonly Finding[]): [Finding, ...Finding[]][] {
  const kinds = new Map<string, [Finding, ...Finding[]]>();
  for (const one of findings) {
    const key = `${one.severity} ${one.code}`;
    const same = kinds.get(key);
    if (same) same.push(one);
    else kinds.set(key, [one]);
  }
  return [...kinds.values()];
}
