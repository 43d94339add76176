import * as contract from '../../../../contracts/teaching/class-studies';
import type { ReviewComment } from '../../../../contracts/teaching/class-studies';
import { experimentFiles } from '../../study-files/own-files';
import { classConsentForm, classReviewRequestsOf } from '../../teaching/rigs/reviews-rig';
import type { Persona } from '../admitted-personas';
import type { MatrixCellFixtures } from '../personas';
import { row, type ExpectedAnswer, type PersonaGroup, type AuthorisationRow } from '../row';

/**
 * The expected answers about a study that the builder makes for a class. Pending and failed
 * researchers request a study of their own classroom, in which they are the instructor. All others
 * request a study of the approved researcher's classroom. The other researcher is its assistant,
 * and the participant is another student.
 */
const toReaders = (
  builder: ExpectedAnswer,
  instructor: ExpectedAnswer,
  assistant: ExpectedAnswer = instructor,
): Partial<Record<Persona | PersonaGroup, ExpectedAnswer>> => ({
  builder,
  pending: instructor,
  failed: instructor,
  approved: instructor,
  'other researcher': assistant,
  'everybody else': 'not_found',
});

async function room({ run, researcher, cast }: MatrixCellFixtures) {
  const class_ = classReviewRequestsOf(run);
  const id = await class_.classroom();
  await class_.letBuild(id);
  await run.source.query(`UPDATE identity.classroom SET consent_text = $2 WHERE id = $1`, [
    id,
    classConsentForm,
  ]);
  await class_.join(id, researcher, 'instructor');
  await class_.join(id, cast['other researcher'], 'assistant');
  for (const student of [cast.builder, cast.participant]) await class_.join(id, student);
  return { id, class_ };
}
async function submitted(scene: MatrixCellFixtures) {
  const { id, class_ } = await room(scene);
  // Uses the same files each time: test/integration/privacy/two-worlds compares the answers of two
  // applications, which may differ only in ids.
  const study = await class_.built(scene.cast.builder, id, {}, experimentFiles('of a class'));
  const { submitted: what } = await class_.submit(scene.cast.builder, study);
  return { study, class_, digest: what?.digest ?? '' };
}
const asked = async (scene: MatrixCellFixtures) => ({
  params: { id: (await submitted(scene)).study },
});

async function commentOfInstructor(scene: MatrixCellFixtures) {
  const { study, class_ } = await submitted(scene);
  const { _id } = await class_.must<ReviewComment>(
    scene.researcher,
    'post',
    `${class_.at(study)}comments/`,
    { part: 'study', text: 'Say more.' },
  );
  return { params: { id: study, comment: _id } };
}

/**
 * The rows of the authorisation matrix for the policies `class_review.read` and
 * `class_review.decide`, and for the calls about class studies of other people.
 */
export const classReviewMatrixRows: readonly AuthorisationRow[] = [
  row(
    contract.listClassStudies,
    { ...toReaders(200, 200), participant: 200 },
    async (scene: MatrixCellFixtures) => ({ params: { id: (await room(scene)).id } }),
  ),
  row(contract.readClassReview, toReaders(200, 200), asked),
  // Who may submit which study of a class:
  // test/integration/teaching/class-reviews/reviewing.spec.ts.
  row(
    contract.submitForReview,
    {
      ...{ pending: 'not_class_study', failed: 'not_class_study', approved: 'not_class_study' },
      'everybody else': 'not_found',
    },
    async (scene: MatrixCellFixtures) => ({ params: { id: await scene.study() }, body: {} }),
    'of a study of no class',
  ),
  row(
    contract.decideClassReview,
    toReaders('forbidden', 200, 'forbidden'),
    async (scene: MatrixCellFixtures) => {
      const { study, digest } = await submitted(scene);
      return { params: { id: study }, body: { state: 'approved', digest } };
    },
  ),
  row(contract.addReviewComment, toReaders(201, 201), async (scene: MatrixCellFixtures) => ({
    ...(await asked(scene)),
    body: { part: 'study', text: 'Say more.' },
  })),
  row(
    contract.removeReviewComment,
    toReaders('forbidden', 204, 'forbidden'),
    commentOfInstructor,
    'of an instructor',
  ),
  row(contract.previewForReview, toReaders(201, 201), asked),
];
