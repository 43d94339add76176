import { Secrets } from '../../../server/platform/security/secrets';
import type {
  CollaboratorRole,
  StudyAccess,
  StudyInvitation,
} from '../../../contracts/collaborators';
import type { RunningApp } from '../../support/app';
import type { TestPerson } from '../../support/people';

type Method = 'get' | 'post' | 'put' | 'delete';

/** The calls about people with access to a study, of one running application. */
export const accessOf = (run: RunningApp) => {
  /** @returns the answer's status, or the code of a refusal */
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
  return {
    told,
    keyOf,
    invite,
    answer,
    /** Invites and accepts. */
    join: async (owner: TestPerson, study: string, person: TestPerson, role: CollaboratorRole) => {
      const key = keyOf(await invite(owner, study, person.email, role));
      const said = await answer(person, key);
      if (said !== 200) throw new Error(`not joined: ${said}`);
    },
    people: async (person: TestPerson, study: string) =>
      (await run.http().get(`/api/studies/${study}/collaborators/`).set(person.headers).expect(200))
        .body as StudyAccess,
  };
};
