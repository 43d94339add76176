import { SealAgreements } from '../../../server/enrolment/agreements/seal-agreements';
import type { RunningApp } from '../../support/app/app';
import { eventually } from '../../support/chance/wait';

/**
 * Waits until the workers have sealed every agreement of a study, and verifies its chain with the
 * functions of the command `consent:verify`.
 */
export async function expectAgreementsSealed(
  run: RunningApp,
  studyId: string,
  agreements: number,
): Promise<void> {
  const [counted] = await eventually(
    () =>
      run.source.query<{ sealed: number; of: number }[]>(
        `SELECT count(seal)::int AS sealed, count(*)::int AS of
         FROM research.agreement WHERE study_id = $1`,
        [studyId],
      ),
    ([found]) => found !== undefined && found.sealed === found.of,
  );
  expect(counted).toEqual({ sealed: agreements, of: agreements });
  const seals = run.app.get(SealAgreements, { strict: false });
  const head = (await seals.heads()).find(({ study_id }) => study_id === studyId);
  expect({
    last: Number(head?.sequence),
    broken: await seals.firstBroken(studyId),
    onOtherTexts: await seals.onOtherTexts(studyId),
    changedTexts: await seals.changedTexts(studyId),
  }).toEqual({ last: agreements, broken: null, onOtherTexts: 0, changedTexts: 0 });
}
