import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';

export type ProductRequests = ReturnType<typeof productRequestsOf>;

/**
 * Makes functions that send the requests of the people in a simulated history.
 * @param passes called before each request that changes something
 */
export function productRequestsOf(run: RunningApp, passes: () => void) {
  /**
   * Sends a request.
   * @returns undefined if the product refuses the request
   */
  const tried = async <T>(
    method: 'POST' | 'PUT',
    path: string,
    who: TestPerson,
    body: object,
  ): Promise<T | undefined> => {
    passes();
    const { statusCode, payload } = await run.app.inject({
      method,
      url: path,
      headers: who.headers,
      payload: body,
    });
    if (statusCode >= 500 || statusCode === 400)
      throw new Error(`${path}: ${statusCode} ${payload}`);
    return statusCode < 300 ? (JSON.parse(payload) as T) : undefined;
  };
  const read = async <T>(url: string, who: TestPerson): Promise<T> => {
    const answer = await run.app.inject({ method: 'GET', url, headers: who.headers });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
    return answer.json<T>();
  };
  return { tried, read };
}
