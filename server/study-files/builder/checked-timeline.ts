import type { Language } from '../../../contracts/base/languages';
import type { Timeline } from '../../../contracts/timeline/timeline';
import {
  timelineFaults,
  type FaultWithoutDescription,
} from '../../../contracts/timeline/timeline-check.rule';
import type { TimelineFault } from '../../../contracts/timeline/timeline-faults';
import { describeFieldError } from '../../platform/i18n/error-texts';
import { jsFault } from './js-fault';
import { timelinePlugins } from '../timeline-files/study-player';

/**
 * Finds the faults of a timeline.
 * @param paths the paths of the draft's other files: the timeline may refer only to these
 */
export const timelineFaultsOf = (
  timeline: Timeline,
  paths: readonly string[],
): FaultWithoutDescription[] =>
  timelineFaults(timeline, { plugins: timelinePlugins(), files: new Set(paths), jsFault });

export const describeFaultsIn = (
  faults: readonly FaultWithoutDescription[],
  language: Language,
): TimelineFault[] =>
  faults.map((fault) => ({ ...fault, description: describeFieldError(fault.code, language) }));
