import type { z } from 'zod';
import type { GivenHostedRuntime } from '../../../../contracts/study-files/hosted-runtime';
import {
  beginningBy,
  entryBy,
  sharesIn,
} from '../../../../contracts/study-files/hosted-beginning.rule';
import type {
  Finding,
  StudyVersion,
  VersionReport,
} from '../../../../contracts/study-files/study-files';

export { sharesIn };
export type Hosted = z.input<typeof GivenHostedRuntime>;

/** The page that was built of sources in the same version: the sources' own would not run. */
export const builtIn = (
  report: Pick<VersionReport, 'findings'> | null | undefined,
): string | undefined =>
  report?.findings.find(({ code }) => code === 'built_inside')?.detail ?? undefined;

/** What a study calls so that a finding is mended, ready to be copied. */
export const mendedBy: Partial<Record<Finding['code'], string>> = {
  no_rows: "commonlab.record({ trial: 1, answer: 'yes' });",
  no_end: 'commonlab.finish();',
};

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
    ...{ ...beginningBy(report, maximumMinutes), sha256: undefined, entry: '' },
    beforehand: undefined,
  };
  const entry = entryBy(report, kept.entry);
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
