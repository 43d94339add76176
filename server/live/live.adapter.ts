import type { IncomingMessage } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import type { Config } from '../config';
import { kindOfHost } from '../environment/study-origin.rule';
import { createFanOut, type FanOut } from './fan-out';

/**
 * Whether a client may open a socket:
 * - At a host that serves studies, no client may.
 * - A client without an `Origin` header may: it is no browser.
 * - A browser may if its page is from this installation: from the public address, or from the host
 *   of the request.
 */
function isOwnPage({ headers: { origin, host } }: IncomingMessage, config: Config): boolean {
  if (config.studyOrigin && kindOfHost(config.studyOrigin, host ?? '') !== 'app') return false;
  if (origin === undefined || origin === config.publicWebUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Runs Socket.IO on the server's own port, with fan-out by Redis or PostgreSQL. It accepts only
 * WebSocket: polling would need proxies that send each client always to the same server.
 */
export class LiveAdapter extends IoAdapter {
  private way: FanOut | undefined;

  constructor(
    app: INestApplicationContext,
    private readonly config: Config,
  ) {
    super(app);
  }

  override createIOServer(port: number, options?: ServerOptions): Server {
    const server = super.createIOServer(port, {
      ...options,
      path: '/socket.io/',
      transports: ['websocket'],
      serveClient: false,
      allowRequest: (request: IncomingMessage, answer: (error: null, isAllowed: boolean) => void) =>
        answer(null, isOwnPage(request, this.config)),
      maxHttpBufferSize: 10_000,
      // How many milliseconds a client has to authenticate after connecting. After this time, the
      // server closes the connection.
      connectTimeout: 10_000,
      perMessageDeflate: false,
    }) as Server;
    // The fan-out is created here and not in the constructor: it opens connections, and Nest does
    // not call `dispose` for an application that was never initialised.
    this.way ??= createFanOut(this.config, 'commonlab-live');
    server.adapter(this.way.adapter);
    return server;
  }

  override async dispose(): Promise<void> {
    await super.dispose();
    await this.way?.close();
  }
}
