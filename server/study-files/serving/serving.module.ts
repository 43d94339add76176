import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { servedFolder } from '../../../contracts/study-path';
import { CONFIG, type Config } from '../../config';
import { DomainError } from '../../platform/http/errors';
import { isStudyHost } from '../../study-origin.rule';
import { servingHeaders, studyPolicy } from './serving-headers.rule';

/** Sees to it that nothing is answered below `/s/` without the headers that make it harmless. */
@Module({})
export class ServingModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    const { publicApiUrl: origin, publicWebUrl: app } = this.config;
    const nothing = studyPolicy({ origin, isOwn: false, app }, null, []);
    const { studyOrigin } = this.config;
    const fastify = this.host.httpAdapter.getInstance();
    // The hosts of studies serve studies: no page and no call of ours is there.
    if (studyOrigin)
      fastify.addHook('onRequest', (request, _reply, done) => {
        const isOurs = !request.originalUrl.startsWith(servedFolder);
        const isElsewhere = isStudyHost(studyOrigin, request.headers.host ?? '');
        done(isOurs && isElsewhere ? new DomainError('not_found') : undefined);
      });
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      if (!request.originalUrl.startsWith(servedFolder)) return done();
      const given = String(reply.getHeader('Content-Security-Policy') ?? '');
      void reply.headers(servingHeaders(given.startsWith('sandbox ') ? given : nothing));
      // Nest writes the headers of CORS to the raw response, too.
      for (const name of ['Access-Control-Allow-Credentials', 'Set-Cookie', 'Vary']) {
        reply.removeHeader(name);
        reply.raw.removeHeader(name);
      }
      if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
      done();
    });
  }
}
