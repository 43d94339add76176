import type { VersionReport } from '../../../contracts/study-files/study-files';
import type { Library } from '../libraries/recognized-libraries.rule';

/**
 * Lists each library once, with its most precise version: `8.3.0` if one file states `8` and another
 * file `8.3.0`.
 */
export function deduplicateLibraries(found: readonly Library[]): Library[] {
  const byName = new Map<string, string | null>();
  for (const { name, version } of found) {
    const before = byName.get(name) ?? null;
    byName.set(name, (version?.length ?? 0) > (before?.length ?? 0) ? version : before);
  }
  return [...byName].map(([name, version]) => ({ name, version }));
}

/**
 * Determines the tool with which a study was made. JATOS is checked first, since a study for JATOS may
 * use the other libraries, too.
 */
export function studyToolOf(libraries: readonly Library[]): VersionReport['kind'] {
  const has = (name: string) => libraries.find((one) => one.name === name);
  if (has('JATOS')) return 'jatos';
  if (has('PsychoJS')) return 'psychojs';
  if (has('lab.js')) return 'lab_js';
  const jspsych = has('jspsych');
  if (!jspsych) return 'plain';
  const major = /^\d+/.exec(jspsych.version ?? '')?.[0];
  return major === '6' || major === '7' || major === '8' ? `jspsych_${major}` : 'jspsych';
}
