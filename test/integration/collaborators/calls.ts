import { Secrets } from '../../../server/platform/security/secrets';
import type {
  CollaboratorRole,
  StudyAccess,
  StudyInvitation,
} from '../../../contracts/collaborators/collaborators';
import type { RunningApp } from '../../support/app/app';
import { makeResearcher, type TestPerson } from '../../support/people/people';

type Method = 'get' | 'post' | 'put' | 'delete';

/** Makes requests about the collaborators of studies. */
export const collaboratorRequestsOf = (run: RunningApp) => {
  /** Makes one request. @returns the answer's status, or the code of a refusal */
  const told = async (person: TestPerson, method: Method, path: string, body?: object) => {
    const request = run.http()[method](path).set(person.headers);
    const answer = await (body ? request.send(body) : request);
    return answer.status < 400 ? answer.status : (answer.body as { code: string }).code;
  };
  const keyOf = ({ _id }: Pick<StudyInvitation, '_id'>) =>
    run.app.get(Secrets).linkKey('study-invitation', _id);
  const invite = async (
    owner: TestPerson,
    study: string,
    email: string,
    role: CollaboratorRole = 'editor',
  ) => {
    const answer = await run
      .http()
      .post(`/api/studies/${study}/collaborators/`)
      .set(owner.headers)
      .send({ email, role })
      .expect(201);
    return answer.body as StudyInvitation;
  };
  const answer = (person: TestPerson, key: string, said: 'accept' | 'decline' = 'accept') =>
    told(person, 'post', '/api/collaborations/', { key, answer: said });
  const join = async (
    owner: TestPerson,
    study: string,
    person: TestPerson,
    role: CollaboratorRole,
  ) => {
    const key = keyOf(await invite(owner, study, person.email, role));
    const said = await answer(person, key);
    if (said !== 200) throw new Error(`not joined: ${said}`);
  };
  const transfer = (study: string) => `/api/studies/${study}/transfer/`;
  /** Returns the key of an offer that is sent to an address. */
  const offerKeyOf = async (study: string) => {
    const [offer]: { id: string }[] = await run.source.query(
      `SELECT id FROM identity.study_offer WHERE study_id = $1`,
      [study],
    );
    return run.app.get(Secrets).linkKey('study-offer', offer?.id ?? '');
  };
  return {
    told,
    keyOf,
    invite,
    answer,
    /** Offers a study to a collaborator, or to an address. */
    offer: (owner: TestPerson, study: string, to: TestPerson | string, stays = true) =>
      told(owner, 'post', transfer(study), {
        ...(typeof to === 'string' ? { email: to } : { account: to._id }),
        stays,
      }),
    takeBack: (owner: TestPerson, study: string) => told(owner, 'delete', transfer(study)),
    takeOver: (person: TestPerson, study: string, said: 'accept' | 'decline' = 'accept') =>
      told(person, 'put', transfer(study), { answer: said }),
    takeOverByKey: (person: TestPerson, key: string, said: 'accept' | 'decline' = 'accept') =>
      told(person, 'post', '/api/collaborations/transfers/', { key, answer: said }),
    offerKeyOf,
    /** Makes a researcher who has joined the study. */
    joined: async (owner: TestPerson, study: string, role: CollaboratorRole, options = {}) => {
      const person = await makeResearcher(run.source, options);
      await join(owner, study, person, role);
      return person;
    },
    /**
     * Allows a collaborator to read the rosters of sessions that are launched later. If `open` is
     * false, forbids this.
     */
    setRoster: (owner: TestPerson, study: string, to: TestPerson, open = true) =>
      told(owner, 'put', `/api/studies/${study}/collaborators/${to._id}/roster/`, { open }),
    /** Invites a researcher, who then accepts. */
    join,
    people: async (person: TestPerson, study: string) =>
      (await run.http().get(`/api/studies/${study}/collaborators/`).set(person.headers).expect(200))
        .body as StudyAccess,
  };
};
