import type { RunningApp } from '../../support/app/launch-app';
import type { RunParticipation } from './running';

interface PieceAnswer {
  readonly stored_bytes?: number;
  readonly complete?: boolean;
  readonly code?: string;
}

/** Makes functions that send requests about files of runs, whose bodies are bytes. */
export const runFileRequestsOf = (run: RunningApp) => {
  const at = ({ id }: RunParticipation, sha256: string) =>
    `/api/participations/${id}/recordings/${sha256}/`;
  const ask = (
    method: 'GET' | 'HEAD' | 'PATCH',
    t: RunParticipation,
    sha256: string,
    more: { headers?: Record<string, string>; payload?: Buffer } = {},
  ) =>
    run.app.inject({
      method,
      url: at(t, sha256),
      headers: { ...t.person.headers, ...more.headers },
      ...(more.payload && { payload: more.payload }),
    });
  return {
    head: async (t: RunParticipation, sha256: string) => {
      const { statusCode, headers } = await ask('HEAD', t, sha256);
      return {
        status: statusCode,
        offset: headers['upload-offset'],
        complete: headers['upload-complete'],
      };
    },
    get: async (t: RunParticipation, sha256: string) => {
      const { statusCode, rawPayload } = await ask('GET', t, sha256);
      return { status: statusCode, bytes: rawPayload };
    },
    patch: async (
      t: RunParticipation,
      sha256: string,
      offset: number,
      piece: Buffer = Buffer.alloc(0),
    ) => {
      const { statusCode, payload } = await ask('PATCH', t, sha256, {
        headers: {
          'content-type': 'application/partial-upload',
          'upload-offset': String(offset),
        },
        payload: piece,
      });
      return { status: statusCode, body: JSON.parse(payload) as PieceAnswer };
    },
  };
};
