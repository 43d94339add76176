import { Agent } from 'node:http';
import request from 'supertest';

type Calls = ReturnType<typeof request>;
const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const;

const agent = new Agent({ keepAlive: true });

/**
 * Makes a supertest client whose connections stay open, like those of browsers, because a new
 * connection costs about as much as a request.
 */
export function keepAliveRequestsTo(url: string): Calls {
  const calls = request(url);
  for (const method of methods) {
    const call = calls[method].bind(calls);
    calls[method] = (path) => call(path).agent(agent);
  }
  return calls;
}
