import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';

/** The body of a response: a participation, or the error code of a refusal. */
export interface ParticipationResponse {
  _id: string;
  state: string;
  code: string;
}
export interface InjectedResponse<Body = ParticipationResponse> {
  status: number;
  retryAfter: string | undefined;
  body: Body;
}

/** Makes requests that reach the server without a network, in the order in which they are made. */
export const injectedRequestsOf = (run: Pick<RunningApp, 'app'>) => {
  const ask = async <Body = ParticipationResponse>(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    who?: TestPerson,
    payload?: object,
  ): Promise<InjectedResponse<Body>> => {
    const answer = await run.app.inject({ method, url, headers: who?.headers, payload });
    return {
      status: answer.statusCode,
      retryAfter: answer.headers['retry-after']?.toString(),
      body: answer.json<Body>(),
    };
  };
  const enrol = (r: RecruitingStudy, who: TestPerson, body: object = {}) =>
    ask('POST', `/api/sessions/${r.session_id}/participations/`, who, {
      consent: r.consent,
      ...body,
    });
  const transition = (id: string, who: TestPerson, action: string) =>
    ask('PUT', `/api/participations/${id}/`, who, { action });
  return { ask, enrol, transition };
};
