import { emptyTimeline } from '../../../contracts/timeline/timeline';
import * as timelines from '../../../contracts/study-files/study-timelines';
import type { StudyVersion } from '../../../contracts/study-files/study-files';
import { bodyOf } from '../../support/app/body-of';
import { oneTrialTimeline, timelineRequestsOf } from '../study-files/own-files';
import type { MatrixCellFixtures } from './personas';
import { row, type ExpectedAnswer, type AuthorisationRow } from './row';

/**
 * The expected answers where the policies `study_version.see` and `study_version.change` decide
 * about a draft, which only its owner can find.
 */
const toOwner = (cell: ExpectedAnswer) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;

const study = async (scene: MatrixCellFixtures) => ({ params: { id: await scene.study() } });
const version = async (scene: MatrixCellFixtures) => {
  const id = await scene.study();
  const { _id } = await bodyOf<StudyVersion>(
    timelineRequestsOf(scene.run).publish(id, scene.researcher, oneTrialTimeline).expect(201),
  );
  return { params: { id, version: _id } };
};

export const timelineMatrixRows: readonly AuthorisationRow[] = [
  row(timelines.readTimeline, toOwner(200), study),
  row(timelines.saveTimeline, toOwner(200), async (scene) => ({
    ...(await study(scene)),
    body: { version: 0, timeline: emptyTimeline('Faces', 'en') },
  })),
  row(timelines.startFromTemplate, toOwner(200), async (scene) => ({
    ...(await study(scene)),
    body: { version: 0, template: 'questionnaire', language: 'de' },
  })),
  row(
    timelines.addTimelineFile,
    toOwner('malformed_body'),
    async (scene) => ({ ...(await study(scene)), query: { path: 'a.png' } }),
    'without a file',
  ),
  row(timelines.deleteTimelineFile, toOwner(204), async (scene) => {
    const id = await scene.study();
    await timelineRequestsOf(scene.run).addFile(id, scene.researcher, 'a.png').expect(201);
    return { params: { id }, query: { path: 'a.png' } };
  }),
  row(timelines.previewTimeline, toOwner(201), study),
  row(timelines.readVersionTimeline, toOwner(200), version),
  row(timelines.createVersionArchiveLink, toOwner(201), version),
];
