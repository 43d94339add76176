import type { FastifyReply, FastifyRequest } from 'fastify';
import { languages, preferredLanguage, type Language } from '../../../contracts/base/languages';

declare module 'fastify' {
  interface FastifyRequest {
    /** The own language of the person who asks, where it is known who does. */
    personLanguage?: Language;
  }
}
export type HttpRequest = FastifyRequest;
export type HttpReply = FastifyReply;

/** The best of the offered languages: what the request asks for, else the person's own. */
export const languageOf = (
  request: HttpRequest,
  offered: readonly Language[] = languages,
): Language => {
  const header = request.headers['accept-language'];
  return header && header !== '*'
    ? preferredLanguage(header, offered)
    : (request.personLanguage ?? 'en');
};
