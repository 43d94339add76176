import type { NoticePreferences } from '../../../contracts/notices/notices';
import type { RunningApp } from '../../support/app/launch-app';
import type { TestPerson } from '../../support/people/people';

/** Makes the HTTP calls about notices. */
export const noticeRequestsOf = (run: RunningApp) => {
  const ask = async (person: TestPerson | undefined, method: 'GET' | 'PUT', payload?: object) => {
    const request = run
      .http()
      [method === 'GET' ? 'get' : 'put']('/api/notices/preferences/')
      .set(person?.headers ?? {});
    const answer = await (payload ? request.send(payload) : request);
    return { status: answer.status, body: answer.body as NoticePreferences & { code?: string } };
  };
  return {
    ask,
    read: async (person: TestPerson) => (await ask(person, 'GET')).body,
    change: async (person: TestPerson, payload: object) => {
      const { status, body } = await ask(person, 'PUT', payload);
      if (status !== 200) throw new Error(`preferences: ${status} ${body.code ?? ''}`);
      return body;
    },
    /** Unsubscribes as a mail service does (RFC 8058, 3.2). @returns the status */
    oneClick: async (url: string, type = 'application/x-www-form-urlencoded') => {
      const answer = await run
        .http()
        .post(new URL(url).pathname)
        .set('content-type', type)
        .send('List-Unsubscribe=One-Click');
      return answer.status;
    },
  };
};
