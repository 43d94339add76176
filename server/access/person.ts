import type { Language } from '../../contracts/base/languages';

/** The account of a token, with the fields that requests need. */
export interface Person {
  account_id: string;
  token_id: string;
  /**
   * Equal to `token_id` if the caller uses an API token; absent if the caller signed in.
   */
  api_token_id?: string;
  status: 'NEW' | 'ACTIVE';
  role: 'ADMINISTRATOR' | null;
  is_researcher: boolean;
  researcher_privilege: boolean | null;
  /**
   * Whether the person is a student builder: a classroom lets them build studies as one of its
   * students. It is read only for calls that admit builders, and only if the person is not a
   * researcher.
   */
  builds?: boolean;
  language: Language;
  /**
   * When the person last authenticated: at the sign-in, or earlier if they had an open session at
   * an identity provider.
   */
  signed_in_at: Date;
  /** Whether this sign-in proved a second factor. */
  second_factor: boolean;
  /**
   * Whether the person is an administrator whose sign-in lacks the second factor that this server
   * requires; `role` is then null.
   */
  second_factor_missing: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The person to whom the request's token belongs. The access guard sets it for operations with
     * a caller.
     */
    person?: Person;
  }
}
