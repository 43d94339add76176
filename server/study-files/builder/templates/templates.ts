import type { TimelineTemplate } from '../../../../contracts/study-files/study-timelines';
import { timelineFormat, type Timeline } from '../../../../contracts/timeline/timeline';
import { audioDiscrimination } from './audio-discrimination';
import { flanker } from './flanker';
import { goNoGo } from './go-no-go';
import { nBack } from './n-back';
import type { TemplateBuilder } from './parts';
import { questionnaire } from './questionnaire';
import { stroop } from './stroop';
import { templateTexts } from './template-texts';

const templates: Readonly<Record<TimelineTemplate, TemplateBuilder>> = {
  stroop,
  n_back: nBack,
  flanker,
  go_no_go: goNoGo,
  audio_discrimination: audioDiscrimination,
  questionnaire,
};

/** Makes a complete experiment, with its files, from which researchers can start. */
export function makeTimelineTemplate(
  name: TimelineTemplate,
  language: Timeline['language'],
): { timeline: Timeline; files: { path: string; content: Buffer }[] } {
  const { title, settings, nodes, files } = templates[name](templateTexts.in(language).t);
  return {
    timeline: { format: timelineFormat, version: 1, title, language, settings, nodes },
    files,
  };
}
