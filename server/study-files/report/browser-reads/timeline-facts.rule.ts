import { Timeline } from '../../../../contracts/timeline/timeline';
import { findResearcherCode } from '../../timeline-files/own-code.rule';
import { makeEmptyFacts, type StudyFileFacts } from '../facts.rule';

const mostTold = 50;

/** Finds code by researchers in the timeline of a study that was made with the builder. */
export function timelineFacts(text: string): StudyFileFacts {
  const facts = makeEmptyFacts();
  const timeline = Timeline.safeParse(parsed(text));
  if (!timeline.success) return facts;
  for (const { kind, at } of findResearcherCode(timeline.data).slice(0, mostTold))
    facts.found.push({ code: 'builder_code', line: null, detail: `${at} (${kind})` });
  return facts;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
