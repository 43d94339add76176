import type { FastifyReply, FastifyRequest } from 'fastify';
import { languages, preferredLanguage, type Language } from '../../../contracts/languages';

/** Whoever a token belongs to, as far as any request needs to know. */
export interface Person {
  account_id: string;
  token_id: string;
  status: 'NEW' | 'ACTIVE';
  role: 'ADMINISTRATOR' | null;
  is_researcher: boolean;
  researcher_privilege: boolean | null;
  language: Language;
  /**
   * When whoever holds this token last proved who they are: at the sign-in, or with a provider
   * before it.
   */
  signed_in_at: Date;
  /** Whether this sign-in proved a second factor. */
  second_factor: boolean;
  /**
   * An administrator whose sign-in lacks the second factor that this server asks of administrators;
   * `role` is null then.
   */
  second_factor_missing: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of a route with `access`, or by a route that may be signed in. */
    person?: Person;
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
    : (request.person?.language ?? 'en');
};
