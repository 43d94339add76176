import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { MetricsScrape } from './scrape';

export interface OperatorPort {
  port: number;
  close(): Promise<void>;
}

export interface OperatorPortResponse {
  status: number;
  type: string;
  body: string;
}

export const jsonResponse = (status: number, body: object): OperatorPortResponse => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** The response to Prometheus: numbers only, no ids. */
export const metricsResponse = async (scrape: MetricsScrape): Promise<OperatorPortResponse> => ({
  status: 200,
  type: scrape.contentType,
  body: await scrape.text(),
});

/**
 * Opens an HTTP port of a process for its operator (METRICS_PORT, WORKERS_PORT). It answers the
 * paths in `answers`, and all other paths with 404. The port is for the container and for
 * Prometheus; no proxy must publish it.
 */
export async function openOperatorPort(
  answers: ReadonlyMap<string, () => Promise<OperatorPortResponse> | OperatorPortResponse>,
  host: string,
  port: number,
): Promise<OperatorPort> {
  const answer = async (path: string): Promise<OperatorPortResponse> =>
    (await answers.get(path)?.()) ?? jsonResponse(404, { status: 'not_found' });
  const server: Server = createServer((request, reply) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      reply.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    void answer(path)
      .catch(() => jsonResponse(500, { status: 'failed' }))
      .then(({ status, type, body }) => {
        reply.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
