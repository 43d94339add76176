import { Secrets, sha256Hex } from '../../../server/platform/security/secrets';
import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import type { AnonymousParticipation } from './taking-part';

/** The answer of a participant at another website, different for each participant. */
export const externalAnswerOf = ({
  participation_id,
}: Pick<AnonymousParticipation, 'participation_id'>): string =>
  `answer-${sha256Hex(`elsewhere ${participation_id}`).slice(0, 16)}`;

/**
 * Adds data to an external study as its owner, with all columns that a survey tool records. The
 * answers are in the order of the people. The time of each answer is in a time column, hidden in
 * another column, and within a text.
 */
export async function addSurveyToolData(
  run: RunningApp,
  { _id, owner }: { _id: string; owner: TestPerson },
  of: readonly AnonymousParticipation[],
): Promise<void> {
  const secrets = run.app.get(Secrets);
  const inTime = [...of].sort((a, b) => (a.moments.at(-1) ?? 0) - (b.moments.at(-1) ?? 0));
  const lines = inTime.map((one) => {
    const at = one.moments.at(-1) ?? 0;
    const iso = new Date(at).toISOString();
    const participant = secrets.pseudonym(_id, 'anonymous', one.person._id).toString('hex');
    return [
      participant,
      iso,
      at,
      externalAnswerOf(one),
      `"I wrote this at ${iso}, or ${at}"`,
    ].join();
  });
  const csv = ['participant,RecordedDate,code,said,note', ...lines].join('\n');
  const answer = await run
    .http()
    .post(`/api/studies/${_id}/outside-data/`)
    .query({ leave_unknown: 'true' })
    .set(owner.headers)
    .attach('file', Buffer.from(csv), { filename: 'survey.csv', contentType: 'text/csv' });
  if (answer.status !== 201) throw new Error(`outside-data: ${answer.status} ${answer.text}`);
}
