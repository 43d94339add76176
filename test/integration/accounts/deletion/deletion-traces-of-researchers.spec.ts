/**
 * @engines long: searches the queues for what an erasure left there, so `npm test -- long` runs it
 * with both kinds of queue (Redis and PostgreSQL)
 */
import { CommandBus } from '@nestjs/cqrs';
import { PurgeAccount } from '../../../../server/processes/purge-account.command';
import { days } from '../../../../server/platform/concurrency/clock';
import { type RunningApp } from '../../../support/app/app';
import {
  makeAdministrator,
  makePerson,
  makeResearcher,
  type TestPerson,
} from '../../../support/people/people';
import { recruit } from '../../../support/people/recruiting';
import { exportRequestsOf } from '../../data-rights/requesting';
import { openTracesRig, type TracesRig } from './traces-rig';
import { bodyOf } from '../../../support/app/body-of';

let rig: TracesRig;
let run: RunningApp;
beforeAll(async () => {
  rig = await openTracesRig();
  ({ run } = rig);
});
afterAll(() => rig.close());

describe('A researcher who saw names of participants and was reviewed by administrators', () => {
  const name = {
    first_name: 'Theophrastia-Lumbx',
    last_name: 'Quackenbosch-Ströwel',
    email: 'theophrastia.quackenbosch@peculiar-letterbox.test',
  };
  const asking = () => exportRequestsOf(run);

  it('is removed from other people’s data copies when erased; a new copy does not contain the name', async () => {
    const hers = [name.first_name, name.last_name, name.email];
    const [administrator, bystander, participant] = [
      await makeAdministrator(run.source),
      await makePerson(run.source),
      await makePerson(run.source),
    ];
    const study = await recruit(run, {
      privacy_level: 'roster_on_start',
      researcher: await makeResearcher(run.source, name),
    });
    await run
      .http()
      .put('/api/users/profile/')
      .set(study.researcher.headers)
      .send({ organization: 'Elsewhere' })
      .expect(200);
    await run
      .http()
      .put(`/api/reviews/${study.researcher._id}/`)
      .set(administrator.headers)
      .send({ decision: 'approve', reason: `${name.last_name} is known to us` })
      .expect(200);
    const body = await bodyOf(
      run
        .http()
        .post(`/api/sessions/${study.session_id}/participations/`)
        .set(participant.headers)
        .send({ consent: study.consent })
        .expect(201),
    );
    await run
      .http()
      .put(`/api/participations/${(body as { _id: string })._id}/`)
      .set(participant.headers)
      .send({ action: 'start' })
      .expect(200);
    await run
      .http()
      .get(`/api/sessions/${study.session_id}/roster/`)
      .set(study.researcher.headers)
      .expect(200);
    await run
      .http()
      .delete(`/api/users/${study.researcher._id}/`)
      .set(administrator.headers)
      .send({ reason: `${name.last_name} left us` })
      .expect(202);
    rig.clock.advance(days(29));
    // These copies are made one day before the account is erased. Without the erasure, they would
    // stay available for seven days.
    expect((await asking().copyOf(participant.headers))['roster-accesses.json']).toContain(
      name.last_name,
    );
    expect((await asking().copyOf(administrator.headers))['reviews.json']).toContain(
      name.last_name,
    );
    expect(Object.values(await asking().copyOf(bystander.headers)).join()).not.toContain(
      name.last_name,
    );
    rig.clock.advance(days(1.01));
    expect(await run.app.get(CommandBus).execute(new PurgeAccount(study.researcher._id))).toBe(
      true,
    );
    await rig.everythingRelayed();
    const held = async (who: TestPerson) =>
      (await asking().list(who.headers)).items.map(({ state, download_url }) => [
        state,
        download_url !== null,
      ]);
    expect([await held(participant), await held(administrator), await held(bystander)]).toEqual([
      [['expired', false]],
      [['expired', false]],
      [['ready', true]],
    ]);
    expect(await rig.traces(hers)).toEqual([]);
    const live = (
      await run.http().get('/api/roster-accesses/').set(participant.headers).expect(200)
    ).body as { items: object[] };
    expect(live.items).toEqual([expect.objectContaining({ times: 1, researcher: null })]);
    const again = await asking().copyOf(participant.headers);
    expect(again['roster-accesses.json']).toContain(study.researcher._id);
    for (const text of hers) expect(Object.values(again).join()).not.toContain(text);
    // Time limit: five copies are made, and all tables and logs are searched twice.
  }, 60_000);
});
