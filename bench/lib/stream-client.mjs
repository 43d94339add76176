import { once } from 'node:events';
import { Agent, request } from 'node:http';

/**
 * Sends a request whose body is streamed, over connections that stay open.
 * @param {{ port: number, agent: Agent, method: string, path: string, headers: Record<string, string | number> }} to
 * @param {Iterable<Buffer>} parts of the body, not copied
 * @returns {Promise<any>} the JSON of the answer, if it has one
 * @throws for any answer but 200 and 201
 */
export async function sendStreamedRequest({ port, agent, method, path, headers }, parts) {
  const sent = request({ host: '127.0.0.1', port, agent, method, path, headers });
  const answered = once(sent, 'response');
  for (const part of parts)
    if (!sent.write(part)) await Promise.race([once(sent, 'drain'), answered]);
  sent.end();
  const [answer] = await answered;
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk;
  if (answer.statusCode !== 200 && answer.statusCode !== 201)
    throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** An agent that keeps its connections open. @returns {Agent} */
export const keepAliveAgent = () => new Agent({ keepAlive: true, maxSockets: 8 });

/**
 * Runs `work` for all items, at most `most` at a time, and stops at the first failure.
 * @template T
 * @param {readonly T[]} all
 * @param {number} most
 * @param {(one: T) => Promise<unknown>} work
 */
export async function runConcurrently(all, most, work) {
  const left = all[Symbol.iterator]();
  const lane = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: most }, lane));
}

/**
 * Returns a function that runs tasks, at most `most` at a time. Further tasks wait, and begin in
 * the order in which the function got them.
 * @param {number} most
 */
export function limitConcurrency(most) {
  let running = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  /**
   * Runs the task as soon as fewer than `most` others run.
   * @template T @param {() => Promise<T>} work
   */
  return async (work) => {
    if (running >= most) await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
