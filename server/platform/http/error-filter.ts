import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { platformTexts } from '../i18n/error-texts';
import { DomainError, errorBody } from '../errors/errors';
import type { Logger } from '../observability/log';
import { redactError } from '../observability/redact-error';
import { retryAfterSeconds } from './retry-after';
import { requestLanguageOf, type HttpReply, type HttpRequest } from './request';

/** Turns every error into a response; no other code does (docs/api-conventions.md, Conventions). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost) {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<HttpRequest>(), http.getResponse<HttpReply>());
  }

  answer(error: unknown, request: HttpRequest, response: HttpReply) {
    const body = errorBody(error, requestLanguageOf(request, platformTexts.spoken));
    if (body.status >= 500)
      this.log.error({ request_id: request.id, err: redactError(error) }, 'request failed');
    if (response.sent) return;
    const seconds =
      (error instanceof DomainError ? error.extra.retryAfter : undefined) ??
      (body.status === 503 ? 1 : undefined);
    if (seconds !== undefined)
      void response.header('Retry-After', String(retryAfterSeconds(seconds)));
    void response
      .status(body.status)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(body));
  }
}
