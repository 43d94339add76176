import type { IncomingMessage } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { IoAdapter } from '@nestjs/platform-socket.io';
import type { Server, ServerOptions } from 'socket.io';
import type { Config } from '../config';
import { kindOfHost } from '../environment/study-origin.rule';
import { createFanOut, type FanOut } from './fan-out';

/**
 * Whether the socket may be opened: by a client that is no browser (it sends no `Origin`), or by a
 * page of this installation, which is one at the public address or at the host that the request
 * names. It is refused at hosts from which studies are served.
 */
function isOwnPage({ headers: { origin, host } }: IncomingMessage, config: Config): boolean {
  if (config.studyOrigin && kindOfHost(config.studyOrigin, host ?? '') !== 'app') return false;
  if (origin === undefined || origin === config.publicWebUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Socket.IO on the server's own port, WebSocket only (polling would need sticky proxies), with fan-out by Redis or
 * PostgreSQL.
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
      // Clients authenticate immediately after connecting; one that does not must not keep a connection open.
      connectTimeout: 10_000,
      perMessageDeflate: false,
    }) as Server;
    // Created only now and not in the constructor: Nest does not dispose of an application that was
    // never initialised.
    this.way ??= createFanOut(this.config, 'commonlab-live');
    server.adapter(this.way.adapter);
    return server;
  }

  override async dispose(): Promise<void> {
    await super.dispose();
    await this.way?.close();
  }
}
