import { requestApi } from '../api';
import type { FileCalls } from './run-files';

/** Returns the calls for the files of a participation's run (contracts/runtime/run-files.ts). */
export const fileCalls = (participation: string): FileCalls => {
  const at = (sha256: string) => `/api/participations/${participation}/recordings/${sha256}/`;
  return {
    stored: async (sha256) => {
      const { headers } = await requestApi(at(sha256), { method: 'HEAD' });
      return {
        stored_bytes: Number(headers.get('upload-offset')),
        complete: headers.get('upload-complete') === '?1',
      };
    },
    send: async (sha256, offset, piece) => {
      const answer = await requestApi(at(sha256), {
        method: 'PATCH',
        body: piece,
        headers: {
          'content-type': 'application/partial-upload',
          'upload-offset': String(offset),
        },
      });
      return (await answer.json()) as { stored_bytes: number; complete: boolean };
    },
    read: async (sha256) => (await requestApi(at(sha256), {})).blob(),
  };
};
