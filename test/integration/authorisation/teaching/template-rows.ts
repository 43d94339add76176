import * as templates from '../../../../contracts/teaching/templates';
import { timeOrderedId } from '../../../../server/platform/db/ids';
import { studyBuildingClassesOf } from '../../teaching/rigs/building';
import type { MatrixCellFixtures } from '../personas';
import { row, type ExpectedAnswer, type AuthorisationRow } from '../row';

/**
 * The expected answers to a request for a draft study. Pending, failed and approved researchers
 * request their own study, and get the answer `cell`. All others request the approved researcher's
 * study, and get `not_found`, because only its owner can find that draft.
 */
const toOwner = (cell: ExpectedAnswer) =>
  ({ pending: cell, failed: cell, approved: cell, 'everybody else': 'not_found' }) as const;
/**
 * The expected answers about the templates of a classroom. Pending and failed researchers request
 * their own classroom, in which they are the instructor. All others request the classroom of the
 * approved researcher. The other researcher is its assistant; the builder and the participant are
 * students.
 */
const toStaff = (cell: ExpectedAnswer) => ({ ...toOwner(cell), 'other researcher': cell });

async function classroom(scene: MatrixCellFixtures): Promise<string> {
  const { classroom: made, join, letBuild } = studyBuildingClassesOf(scene.run);
  const id = await made();
  await letBuild(id);
  await join(id, scene.researcher, 'instructor');
  await join(id, scene.cast['other researcher'], 'assistant');
  for (const student of [scene.cast.participant, scene.cast.builder]) await join(id, student);
  return id;
}
/** The state of the template from which the copy below was made. */
const begun = {
  title: 'Theirs',
  description: 'A study of the class',
  duration_minutes: 10,
  maximum_minutes: 30,
  additional_notes: null,
  requirements: [],
  allow_repeats: false,
  offers_credit: false,
  consent: null,
  runtime: null,
  timeline: null,
  files: {},
};
/**
 * Makes a study that the builder copied for the class from the instructor's template. It is a
 * draft; its data will be pooled with those of the other copies.
 */
async function fork(scene: MatrixCellFixtures) {
  const [room, template] = [await classroom(scene), await scene.study()];
  const study = timeOrderedId();
  const { run, cast } = scene;
  await run.source.query(
    `INSERT INTO research.study (id, owner_id, classroom_id, title, description, duration_minutes, maximum_minutes,
       privacy_level, state)
     VALUES ($1, $2, $3, 'Ours', 'A study of the class', 10, 30, 'anonymous', 'draft')`,
    [study, cast.builder._id, room],
  );
  await run.source.query(
    `INSERT INTO research.fork (study_id, template_id, template_title, pooled, base, made_at)
     VALUES ($1, $2, 'Theirs', true, $3, now())`,
    [study, template, JSON.stringify(begun)],
  );
  return { room, study, template };
}
const inClassroom = async (scene: MatrixCellFixtures) => ({
  params: { id: await classroom(scene) },
});
const study = async (scene: MatrixCellFixtures) => ({ params: { id: await scene.study() } });

/**
 * The rows of the authorisation matrix for the policies `classroom.read`, `study.edit`, `fork.read`
 * and `pool.read`.
 */
export const templateMatrixRows: readonly AuthorisationRow[] = [
  row(templates.listTemplates, { ...toStaff(200), participant: 200, builder: 200 }, inClassroom),
  row(templates.readTemplateSharing, toOwner(200), study),
  row(templates.shareTemplate, toOwner(200), async (scene) => ({
    ...(await study(scene)),
    body: { script: null, shares: [] },
  })),
  row(templates.readStudyFork, toOwner(200), study, 'of a study of researchers'),
  row(
    templates.readStudyFork,
    { ...toStaff(200), builder: 200 },
    async (scene) => ({ params: { id: (await fork(scene)).study } }),
    'of a study of a class',
  ),
  row(templates.listPools, { ...toStaff(200), participant: 200, builder: 200 }, inClassroom),
  row(templates.requestPooledExport, toStaff(202), async (scene) => {
    const { room, template } = await fork(scene);
    return { params: { id: room }, body: { template_id: template } };
  }),
];
