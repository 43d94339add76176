import { type RunningApp } from '../../../support/app/app';
import { type TestPerson } from '../../../support/people/people';
import { typedResponseOf } from '../../../support/app/body-of';
import { notesRuntime } from '../../../support/people/recruiting';

/**
 * The fields of studies, consents, sessions, participations, pages and refusals that these tests
 * read.
 */
interface Body {
  link_key: string | null;
  _id: string;
  state: string;
  version: number;
  launched_at: string | null;
  reward: unknown;
  counts: unknown;
  enrolment: { session_id: string };
  consent: { version: number };
  items: Body[];
  next_cursor: string | null;
  code: string;
  fields: { path: string; code: string }[];
}

/** Makes the requests of researchers about the sessions of their studies. */
export const schedulingRequestsOf = (run: RunningApp) => {
  const call = (method: 'get' | 'post' | 'put', path: string, who: TestPerson, body?: object) =>
    typedResponseOf<Body>(run.http()[method](path).set(who.headers).send(body));
  const change = (id: string, who: TestPerson, body: object) =>
    call('put', `/api/sessions/${id}/`, who, body);
  const draft = async (
    researcher: TestPerson,
    { consent = true, session = {}, study: details = {} } = {},
  ) => {
    const study = (
      await call('post', '/api/studies/', researcher, {
        title: 'T',
        description: 'D',
        duration_minutes: 10,
        privacy_level: 'anonymous',
        reward: { amount: 500, currency: 'EUR' },
        payment_terms: { how: 'bank transfer', within_days: 14 },
        runtime: notesRuntime,
        ...details,
      })
    ).body._id;
    if (consent)
      await call('put', `/api/studies/${study}/consent/`, researcher, {
        title: 'C',
        body_markdown: 'I agree.',
      });
    const made = await call('post', `/api/studies/${study}/sessions/`, researcher, {
      capacity: 5,
      ...session,
    });
    return { study, session: made.body._id, made };
  };

  return { call, change, draft };
};
