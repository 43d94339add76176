import type { StartedProgram } from '../../support/app/programs';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { extendTimeout } from '../../support/chance/wait';

export interface VisitorResponse {
  status: number;
  code: string | undefined;
  id: string | undefined;
  retryAfter: string | null;
  ms: number;
}

/** Tries once to enrol at a server program. @returns undefined if no answer arrived */
export async function tryToEnrol(
  server: Pick<StartedProgram, 'url'>,
  r: RecruitingStudy,
  who: TestPerson,
  patienceMs = extendTimeout(40_000),
): Promise<VisitorResponse | undefined> {
  const began = Date.now();
  try {
    const answer = await fetch(`${server.url}/api/sessions/${r.session_id}/participations/`, {
      method: 'POST',
      headers: { ...who.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ consent: r.consent }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const body = (await answer.json()) as { code?: string; _id?: string };
    return {
      status: answer.status,
      code: body.code,
      id: body._id,
      retryAfter: answer.headers.get('retry-after'),
      ms: Date.now() - began,
    };
  } catch (error) {
    if ((error as Error).name === 'TimeoutError')
      throw new Error(`the server hung for ${patienceMs} ms`, { cause: error });
    return undefined;
  }
}

/** Runs `work` for each item, with this number of them at a time. */
export async function forEachConcurrently<T>(
  width: number,
  all: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = [...all];
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one);
    }),
  );
}
