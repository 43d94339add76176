import type { z } from 'zod';
import type { HostedRuntimeRequest } from '../../../../contracts/study-files/hosted-runtime';
import {
  defaultSettingsFrom,
  chooseFirstPage,
  usesBatchSession,
} from '../../../../contracts/study-files/hosted-defaults.rule';
import type {
  VersionFinding,
  StudyVersion,
  VersionReport,
} from '../../../../contracts/study-files/study-files';

export { usesBatchSession };
export type HostedRuntimeInput = z.input<typeof HostedRuntimeRequest>;

/**
 * Returns the path of the page that a build tool made, if the version also contains that page's
 * sources. Only the built page can run: the page in the sources would not work in a browser.
 */
export const builtPageIn = (
  report: Pick<VersionReport, 'findings'> | null | undefined,
): string | undefined =>
  report?.findings.find(({ code }) => code === 'built_inside')?.detail ?? undefined;

/** For codes of findings: the call that a researcher adds to the study's code as the fix. */
export const callsThatFixFindings: Partial<Record<VersionFinding['code'], string>> = {
  no_rows: "commonlab.record({ trial: 1, answer: 'yes' });",
  no_end: 'commonlab.finish();',
};

/**
 * Puts a different version of the files into the study's runtime. The settings stay; so does the
 * start page, if the version has it.
 * @returns null if the version has no page
 */
export function runtimeWithVersion(
  before: HostedRuntimeInput | null,
  { _id }: StudyVersion,
  report: VersionReport,
  {
    kind,
    maximumMinutes,
  }: { kind: HostedRuntimeInput['kind']; maximumMinutes: number | null | undefined },
): HostedRuntimeInput | null {
  const {
    sha256: _,
    beforehand,
    ...kept
  } = before ?? {
    ...{ ...defaultSettingsFrom(report, maximumMinutes), sha256: undefined, entry: '' },
    beforehand: undefined,
  };
  const entry = chooseFirstPage(report, kept.entry);
  // `beforehand` names the files to preload. Only uploaded studies keep it, because studies of the
  // builder preload their files themselves.
  const loads = kind === 'hosted' && beforehand !== undefined ? { beforehand } : {};
  return entry === null ? null : { ...kept, ...loads, kind, version_id: _id, entry };
}

/**
 * Lists the hosts that the files of a version name but to which the study may not connect. Content
 * from these hosts will be missing.
 */
export const blockedHosts = (named: readonly string[], allowed: readonly string[]): string[] => {
  const known = new Set(allowed.map((host) => host.toLowerCase().replace(/\/$/, '')));
  return named.filter((host) => !known.has(host));
};

/** Groups findings by kind, in the order in which the kinds first occur. */
export function groupFindingsByKind(
  findings: readonly VersionFinding[],
): [VersionFinding, ...VersionFinding[]][] {
  const kinds = new Map<string, [VersionFinding, ...VersionFinding[]]>();
  for (const one of findings) {
    const key = `${one.severity} ${one.code}`;
    const same = kinds.get(key);
    if (same) same.push(one);
    else kinds.set(key, [one]);
  }
  return [...kinds.values()];
}
