import { startApp, type SeparateApp } from '../../../support/app/app';
import { makePerson } from '../../../support/people/people';
import { classroomRequestsOf } from '../rigs/classrooms-rig';

// This file has its own application with rate limits, which the shared one does not have.
let run: SeparateApp;
beforeAll(async () => void (run = await startApp({ environment: { RATE_LIMITS: 'on' } })));
afterAll(() => run.close());

describe('Wrong join codes', () => {
  it('are limited for an account, and right ones are not counted', async () => {
    const teaching = classroomRequestsOf(run);
    const { code } = await teaching.openClassroom();
    const [guesses, joins] = [await makePerson(run.source), await makePerson(run.source)];
    for (let n = 0; n < 40; n++) expect(await teaching.join(joins, code)).toBe(n === 0 ? 201 : 200);
    const said = await Promise.all(
      Array.from({ length: 40 }, () => teaching.join(guesses, 'BCDFGHJK')),
    );
    expect(said.filter((one) => one === 'invalid_join_code')).toHaveLength(30);
    expect(said.filter((one) => one === 'too_many_requests')).toHaveLength(10);
    expect(await teaching.join(guesses, code)).toBe('too_many_requests');
  });
});
