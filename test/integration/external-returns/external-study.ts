import { createHmac } from 'node:crypto';
import type {
  ExternalReturns,
  ReturnResponse,
} from '../../../contracts/external-returns/external-returns';
import type { RunningApp } from '../../support/app/launch-app';
import { makePerson, type TestPerson } from '../../support/people/people';
import {
  recruit,
  type RecruitingStudy,
  type RecruitingOptions,
} from '../../support/people/recruiting';
import { injectedRequestsOf } from '../enrolment/direct-requests';

/** The values in the link to the external study. */
export interface SentParameters {
  participant: string;
  study: string;
  session: string;
  participation: string;
}
/** Reads the parameters with the default names from the address of the external study. */
function sentIn(url: string): SentParameters {
  const { searchParams } = new URL(url);
  const of = (name: string) => searchParams.get(name) ?? '';
  return {
    participant: of('participant'),
    study: of('study'),
    session: of('session'),
    participation: of('participation'),
  };
}
export interface ExternalParticipant {
  r: RecruitingStudy;
  person: TestPerson;
  /** The participation's id, which only the participant and the server know. */
  id: string;
  sent: SentParameters;
}

/**
 * Signs a return as an external study does; written from the documentation, not from the server's
 * code.
 */
export const signedReturn = (
  secret: string,
  { session, participant }: SentParameters,
  outcome: string,
) => ({
  session,
  participant,
  outcome,
  signature: createHmac('sha256', secret)
    .update(`${session}.${participant}.${outcome}`)
    .digest('hex'),
});

export const externalStudyRequestsOf = (run: RunningApp) => {
  const asking = injectedRequestsOf(run);
  const ask = async <Body>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    who?: TestPerson,
    body?: object,
  ) => {
    const answer = await asking.ask<Body>(method, path, who, body);
    return { status: answer.status, body: answer.body };
  };
  const recruitOutside = (options: RecruitingOptions = {}) =>
    recruit(run, {
      runtime: { kind: 'external', url: 'https://lab.example/task?a=1' },
      ...options,
    });
  const own = (id: string, who: TestPerson) =>
    ask<{ url: string | null; arrived: object[] }>(
      'GET',
      `/api/participations/${id}/external/`,
      who,
    );
  /** Makes a participant who started, with the values in their link. */
  const start = async (r: RecruitingStudy): Promise<ExternalParticipant> => {
    const person = await makePerson(run.source);
    const id = (await asking.enrol(r, person)).body._id;
    await asking.transition(id, person, 'start');
    const { url } = (await own(id, person)).body;
    const sent = sentIn(url ?? '');
    return { r, person, id, sent };
  };
  const proofs = async (r: RecruitingStudy) =>
    (
      await ask<ExternalReturns>(
        'GET',
        `/api/sessions/${r.session_id}/external-returns/`,
        r.researcher,
      )
    ).body;
  /**
   * Requests the signed return address.
   * @param who the account that is signed in in the browser, if any
   */
  const redirect = (body: object, who?: TestPerson) =>
    ask<ReturnResponse>('POST', '/api/external-returns/', who, body);
  const server = (body: object) =>
    ask<ReturnResponse & { code?: string }>(
      'POST',
      '/api/external-returns/server/',
      undefined,
      body,
    );
  const type = (id: string, who: TestPerson, code: string) =>
    ask<ReturnResponse & { code?: string }>('POST', `/api/participations/${id}/external/`, who, {
      code,
    });
  const moves = async (id: string): Promise<string[]> => {
    const rows: { to_state: string }[] = await run.source.query(
      `SELECT to_state FROM research.participation_move WHERE participation_id = $1 ORDER BY id`,
      [id],
    );
    return rows.map(({ to_state }) => to_state);
  };
  return { asking, ask, recruitOutside, own, start, proofs, redirect, server, type, moves };
};
