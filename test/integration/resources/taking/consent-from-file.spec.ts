import { createHash } from 'node:crypto';
import type { Consent } from '../../../../contracts/studies/consents';
import type { RunningApp } from '../../../support/app/launch-app';
import { bodyOf } from '../../../support/app/body-of';
import { sharedApp } from '../../../support/app/shared-app';
import { unique } from '../../../support/chance/unique';
import { makeResearcher, type TestPerson } from '../../../support/people/people';
import { makeStudy } from '../../studies/fixtures';
import { takeResourceRequestsOf } from './taking';

let run: RunningApp;
let taking: ReturnType<typeof takeResourceRequestsOf>;
let owner: TestPerson;
beforeAll(async () => {
  run = await sharedApp();
  taking = takeResourceRequestsOf(run);
});
beforeEach(async () => {
  owner = await makeResearcher(run.source);
});
afterAll(() => run.close());

describe('A consent form from a PDF of the resources', () => {
  const publish = (study: string, body: object) =>
    run.http().put(`/api/studies/${study}/consent/file/`).set(owner.headers).send(body);

  it('has the bytes of the file and the name as its title, and is served after the file is deleted', async () => {
    const study = await makeStudy(run, owner);
    const bytes = `%PDF-1.7 ${unique()}`;
    const { file, name, sha256 } = await taking.makeFile(owner, bytes, { type: 'application/pdf' });
    const body = await bodyOf<Consent>(publish(study, { file_id: file }).expect(200));
    expect(body).toMatchObject({ kind: 'pdf', title: name, version: 1 });
    await run.source.query(`DELETE FROM research.resource WHERE id = $1`, [file]);
    const { pathname, search } = new URL(body.file_url ?? '');
    const served = await run
      .http()
      .get(pathname + search)
      .expect(200);
    expect(
      createHash('sha256')
        .update(served.body as Buffer)
        .digest('hex'),
    ).toBe(sha256);
  });

  it('refuses files that are no PDF, files of others and an outdated version', async () => {
    const study = await makeStudy(run, owner);
    const { file: text } = await taking.makeFile(owner, unique());
    await publish(study, { file_id: text }).expect(415);
    const stranger = await makeResearcher(run.source);
    const { file: foreign } = await taking.makeFile(stranger, unique(), {
      type: 'application/pdf',
    });
    await publish(study, { file_id: foreign }).expect(404);
    const { file } = await taking.makeFile(owner, unique(), { type: 'application/pdf' });
    await publish(study, { file_id: file }).expect(200);
    const body = await bodyOf<Consent>(
      run
        .http()
        .put(`/api/studies/${study}/consent/file/?replaces=0`)
        .set(owner.headers)
        .send({ file_id: file })
        .expect(409),
    );
    expect(body).toMatchObject({ code: 'other_consent_in_force' });
  });
});
