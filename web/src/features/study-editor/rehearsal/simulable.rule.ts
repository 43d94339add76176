import type { VersionReport } from '../../../../../contracts/study-files/study-files';

type Made = Pick<VersionReport, 'kind' | 'libraries'>;
/** `unsure`: the files do not show whether they contain a version of jsPsych that can simulate. */
export type RehearsalSupport = 'yes' | 'unsure' | 'no';

/**
 * Whether a study can be rehearsed: only jsPsych from version 7 on can simulate participants. A
 * study for JATOS may use jsPsych or another library.
 */
export function rehearsalSupportOf({ kind, libraries }: Made): RehearsalSupport {
  if (kind === 'jspsych_7' || kind === 'jspsych_8') return 'yes';
  const jspsych = libraries.find(({ name }) => name === 'jspsych');
  const major = Number(/^\d+/.exec(jspsych?.version ?? '')?.[0] ?? Number.NaN);
  if (jspsych) return Number.isNaN(major) ? 'unsure' : major >= 7 ? 'yes' : 'no';
  // No library was recognized, but one may be bundled into the study's own script.
  return kind === 'plain' || kind === 'jatos' || kind === 'jspsych' ? 'unsure' : 'no';
}
