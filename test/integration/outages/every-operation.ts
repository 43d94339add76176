import fc from 'fast-check';
import { capabilities } from '../../../server/contexts';
import { sampleUnlessLongRun } from '../../support/chance/lanes';
import type { SeededRandom } from '../../support/chance/seeded';
import type { TestPerson } from '../../support/people/people';
import type { RecruitingStudy } from '../../support/people/recruiting';
import { schemaOf, arbitraryValueOf } from '../fuzz/values';

/** How many operations are in the sample of a run that is not `long`. */
const inSample = 80;

export interface OperationAnswer {
  operation: string;
  status: number;
  code: string | undefined;
  ms: number;
}

/**
 * Prepares a generated request to each operation that answers in JSON, except uploads and exports.
 * A run that is not `long` prepares requests only to a random sample of these operations.
 */
export function generatedRequests(
  url: string,
  r: RecruitingStudy,
  who: TestPerson | undefined,
  chance: SeededRandom,
  patienceMs: number,
): (() => Promise<OperationAnswer>)[] {
  const all = capabilities.endpoints.filter(
    (endpoint) => !('file' in endpoint) && !('streamed' in endpoint && endpoint.streamed),
  );
  const seed = chance.int(2 ** 31);
  const ids = [r.session_id, r.study_id];
  return sampleUnlessLongRun(all, inSample, chance).map((endpoint) => {
    const schema = schemaOf(endpoint.body);
    const [body] = fc.sample(arbitraryValueOf(schema, ids, schema), { seed, numRuns: 1 });
    const path = endpoint.path.replace(/\{\w+\}/g, r.session_id);
    return async () => {
      const began = Date.now();
      const answer = await fetch(url + path, {
        method: endpoint.method,
        headers: { ...who?.headers, 'content-type': 'application/json' },
        ...(endpoint.method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
        signal: AbortSignal.timeout(patienceMs),
      });
      const text = await answer.text();
      const { code } = (answer.status >= 400 ? JSON.parse(text) : {}) as { code?: string };
      const operation = `${endpoint.method} ${endpoint.path}`;
      return { operation, status: answer.status, code, ms: Date.now() - began };
    };
  });
}
