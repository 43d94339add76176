import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { studyFilesPrefix } from '../../../contracts/study-files/study-path';
import { CONFIG, type Config } from '../../config';
import { DomainError } from '../../platform/errors/errors';
import type { Logger } from '../../platform/observability/log';
import { LOG } from '../../platform/platform.module';
import { kindOfHost } from '../../environment/study-origin.rule';
import { denyAllPolicy, servingHeaders } from './serving-headers.rule';

/**
 * Adds hooks to the HTTP server, so that every response below `/s/` has the headers that isolate
 * studies.
 */
@Module({})
export class ServingModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    const nothing = denyAllPolicy(this.config.publicWebUrl);
    const { studyOrigin } = this.config;
    const fastify = this.host.httpAdapter.getInstance();
    if (studyOrigin?.areOneSite)
      this.log.warn(
        `STUDY_ORIGIN: all names below ${studyOrigin.pattern} are one site, so in browsers other than ` +
          'Chromium a study can leave cookies for another one (docs/security.md, Studies with devices)',
      );
    // At hosts of studies, only files of studies are served, no pages or API calls of ours.
    if (studyOrigin)
      fastify.addHook('onRequest', (request, _reply, done) => {
        const whose = kindOfHost(studyOrigin, request.headers.host ?? '');
        const isServed = whose === 'study' && request.originalUrl.startsWith(studyFilesPrefix);
        done(whose === 'app' || isServed ? undefined : new DomainError('not_found'));
      });
    fastify.addHook('onSend', (request, reply, _payload, done) => {
      if (!request.originalUrl.startsWith(studyFilesPrefix)) return done();
      const given = String(reply.getHeader('Content-Security-Policy') ?? '');
      const connections = reply.getHeader('Connection-Allowlist') as string | undefined;
      void reply.headers(
        given.startsWith('sandbox ') ? servingHeaders(given, connections) : servingHeaders(nothing),
      );
      // Nest writes CORS headers to the raw response, so each header is removed from `reply` and
      // from `reply.raw`.
      for (const name of ['Access-Control-Allow-Credentials', 'Set-Cookie', 'Vary']) {
        reply.removeHeader(name);
        reply.raw.removeHeader(name);
      }
      if (!reply.hasHeader('Cache-Control')) void reply.header('Cache-Control', 'no-store');
      done();
    });
  }
}
