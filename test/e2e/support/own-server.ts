import { type Supervised, supervise } from '../../../scripts/lib/processes/children.mjs';
import { programPath } from '../../../scripts/lib/paths.mjs';
import { freePort } from '../../../scripts/lib/processes/ports.mjs';
import { runningProduct } from './product';

export interface SeparateServer {
  url: string;
  pid(): number;
  stop(): Promise<void>;
}

/**
 * Starts a further server on the running product, with its own configuration and address; it shares
 * the database with the product's own server.
 * @param options.host `localhost` if the browser needs a host name, to which passkeys are bound
 * @param options.port if a test must know it before the server starts
 */
export async function startSeparateServer(
  name: string,
  {
    env = {},
    host = '127.0.0.1',
    port,
  }: { env?: NodeJS.ProcessEnv; host?: string; port?: number } = {},
): Promise<SeparateServer> {
  const at = port ?? (await freePort());
  const url = `http://${host}:${at}`;
  const server: Supervised = supervise({
    name,
    file: programPath('server/main'),
    logDir: runningProduct().logDir,
    env: {
      ...runningProduct().env,
      PORT: String(at),
      PUBLIC_WEB_URL: url,
      PUBLIC_API_URL: url,
      ...env,
    },
  });
  await server.ready;
  return { url, pid: () => server.pid() ?? 0, stop: () => server.stop() };
}
