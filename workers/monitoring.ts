import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readiness } from '../server/platform/observability/readiness';
import type { Scrape } from '../server/platform/observability/scrape';

export interface Monitored {
  readiness: Readiness;
  scrape: Scrape;
  /** Whether the relay hears of new events; without it they wait for the slow poll. */
  isListening: () => boolean;
}

export interface Monitoring {
  port: number;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}
const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/**
 * `/health/live`, `/health/ready` and `/metrics` of a workers process, on a port of its own
 * (WORKERS_PORT): workers serve nothing else, so it is meant for the container and for Prometheus,
 * and never for the proxy.
 */
export async function startMonitoring(
  { readiness, scrape, isListening }: Monitored,
  host: string,
  port: number,
): Promise<Monitoring> {
  const answer = async (path: string): Promise<Answer> => {
    switch (path) {
      case '/health/live':
        return json(200, { status: 'live' });
      case '/health/ready': {
        const parts = { ...(await readiness.check()), relay: isListening() };
        const ready = Object.values(parts).every(Boolean);
        return json(ready ? 200 : 503, { status: ready ? 'ready' : 'not_ready', ...parts });
      }
      case '/metrics':
        return { status: 200, type: scrape.contentType, body: await scrape.text() };
      default:
        return json(404, { status: 'not_found' });
    }
  };
  const server: Server = createServer((request, reply) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      reply.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    void answer(path)
      .catch(() => json(500, { status: 'failed' }))
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
