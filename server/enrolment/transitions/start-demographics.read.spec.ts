import { Pool } from 'pg';
import { IdentityLinkReadPool } from '../../platform/db/link-reads';
import type { ParticipationOwnerRead } from '../links/participation-owner.read';
import { StartDemographicsRead, type SessionDemographics } from './start-demographics.read';

const now = new Date('2026-05-03T12:00:00Z');
const session: Omit<SessionDemographics, 'id'> = {
  privacy_level: 'roster_on_start',
  kept_demographics: ['age'],
};

/**
 * Makes a StartDemographicsRead for test data: participation `p1` belongs to account `a1`, and so
 * on, and all accounts but `a7` have answered. `asked` counts the statements that it has sent.
 */
function asking() {
  const asked = { owners: 0, answers: 0 };
  const query = ({ values: [ids] }: { values: [string[]] }) => {
    asked.answers++;
    const rows = ids
      .filter((id) => id !== 'a7')
      .map((account_id) => ({ account_id, date_of_birth: '1990-01-01', education_level: null }));
    return Promise.resolve({ rows });
  };
  const links = Object.create(IdentityLinkReadPool.prototype, {
    pool: { value: Object.create(Pool.prototype, { query: { value: query } }) as Pool },
  }) as IdentityLinkReadPool;
  const owners = {
    byParticipations: (ids: readonly string[]) => {
      asked.owners++;
      return Promise.resolve(
        ids
          .filter((id) => id !== 'p3')
          .map((id) => ({
            ...{ participation_id: id, account_id: `a${id.slice(1)}`, state: 'enrolled' },
          })),
      );
    },
  } as unknown as ParticipationOwnerRead;
  return { asked, answers: new StartDemographicsRead(links, owners, { now: () => now }) };
}

describe('StartAnswers.ofAllNoted', () => {
  it('reads the demographics of ten thousand participants in a few dozen statements, each with the right answers', async () => {
    const { asked, answers } = asking();
    const ids = Array.from({ length: 10_000 }, (_, n) => `p${n}`);
    const kept = await answers.ofAllNoted(session, ids);
    expect(kept.size).toBe(10_000);
    expect(kept.get('p1')).toEqual({ age: 36, education_level: null });
    // Participation p3 has no link to an account any more, and the account of p7 has answered nothing.
    for (const id of ['p3', 'p7'])
      expect(kept.get(id)).toEqual({ age: null, education_level: null });
    expect(asked.owners).toBe(1);
    expect(asked.answers).toBeLessThan(50);
  });

  it('sends no statement when the session stores no demographics, or when there are no participants', async () => {
    const { asked, answers } = asking();
    expect((await answers.ofAllNoted({ ...session, kept_demographics: [] }, ['p1'])).size).toBe(0);
    expect((await answers.ofAllNoted(session, [])).size).toBe(0);
    expect(answers.ofNoted({ ...session, kept_demographics: [], id: 'p1' })).toBeNull();
    expect(await answers.ofNoted({ ...session, id: 'p1' })).toEqual({
      age: 36,
      education_level: null,
    });
    expect(asked).toEqual({ owners: 1, answers: 1 });
  });
});
