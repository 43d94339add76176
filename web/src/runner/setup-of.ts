import type { StartedRun } from '../../../contracts/runtime/runtime';
import type { FrameSetup } from './messages';

/**
 * Collects the facts of a run that the runner passes to the study's frame
 * (docs/decisions/study-sandbox.md).
 */
export const frameSetupOf = (
  { participant, seed, condition, blinded, resume }: StartedRun,
  more: Pick<FrameSetup, 'storage' | 'simulation' | 'trials' | 'timings' | 'files'>,
): FrameSetup => ({
  commonlab: 1,
  participant,
  seed,
  condition,
  blinded,
  inPages: resume.mode === 'component',
  ...more,
});
