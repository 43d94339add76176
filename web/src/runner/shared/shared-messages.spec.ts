import { answerStudyRequest } from '../answer-requests';
import type { RunnerMessage } from '../messages';
import { sharedDocumentCalls } from './shared-at-server';
import { DocumentSharing, type SharedDocumentCalls } from './shared-messages';

const question = { type: 'read_shared', after: -1, id: 1 } as const;

describe('the shared document of a run, if loading the code for it fails', () => {
  it('answers "unavailable" and loads the code again for the next request', async () => {
    const said: RunnerMessage[] = [];
    let tries = 0;
    const calls = () => {
      tries += 1;
      if (tries === 1) return Promise.reject(new TypeError('no connection'));
      return Promise.resolve<SharedDocumentCalls>({
        read: () => Promise.resolve({ version: 3, document: { a: 1 } }),
        change: () => Promise.reject(new Error('nothing is changed here')),
      });
    };
    const shared = new DocumentSharing('run', 'writer', calls);
    const ask = () =>
      answerStudyRequest(question, { files: undefined, shared }, (one) => said.push(one));
    await expect(ask()).rejects.toThrow('no connection');
    expect(said).toEqual([{ type: 'shared_refused', id: 1, code: 'unavailable' }]);
    await ask();
    expect(said[1]).toEqual({
      type: 'shared',
      id: 1,
      answer: '{"version":3,"document":{"a":1}}',
    });
    shared.stop();
  });
});

describe('the shared document of a study whose participants were not informed of one', () => {
  it('returns an empty document and refuses changes without calling the server', async () => {
    const said: RunnerMessage[] = [];
    const calls = () => Promise.resolve(sharedDocumentCalls('participation', false));
    const shared = new DocumentSharing('run', 'writer', calls);
    const asked = { files: undefined, shared };
    await answerStudyRequest(question, asked, (one) => said.push(one));
    const change = '{"patch":[{"op":"add","path":"/a","value":1}],"expects":[]}';
    await answerStudyRequest({ type: 'change_shared', change, id: 2 }, asked, (one) =>
      said.push(one),
    );
    expect(said).toEqual([
      { type: 'shared', id: 1, answer: '{"version":0,"document":{}}' },
      { type: 'shared_refused', id: 2, code: 'not_shared' },
    ]);
  });
});
