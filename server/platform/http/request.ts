import type { FastifyReply, FastifyRequest } from 'fastify';
import { languages, preferredLanguage, type Language } from '../../../contracts/base/languages';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person's language. */
    personLanguage?: Language;
  }
}
export type HttpRequest = FastifyRequest;
export type HttpReply = FastifyReply;

/**
 * Chooses the language of the response among those that are offered: the language that the request
 * asks for, else the language of the person's account.
 */
export const requestLanguageOf = (
  request: HttpRequest,
  offered: readonly Language[] = languages,
): Language => {
  const header = request.headers['accept-language'];
  return header && header !== '*'
    ? preferredLanguage(header, offered)
    : (request.personLanguage ?? 'en');
};
