import type { Language } from '../../contracts/base/languages';

/** The account of a token, with the fields that requests need. */
export interface Person {
  account_id: string;
  token_id: string;
  /** Set for an API token instead of a sign-in; has the same value as `token_id`. */
  api_token_id?: string;
  status: 'NEW' | 'ACTIVE';
  role: 'ADMINISTRATOR' | null;
  is_researcher: boolean;
  researcher_privilege: boolean | null;
  /**
   * Whether a classroom lets this person build as one of its students. Read only for calls that admit builders, and
   * only for people who are not researchers.
   */
  builds?: boolean;
  language: Language;
  /** When the holder of this token last authenticated: at the sign-in, or earlier at the identity provider. */
  signed_in_at: Date;
  /** Whether this sign-in proved a second factor. */
  second_factor: boolean;
  /**
   * An administrator whose sign-in lacks the second factor that this server requires of
   * administrators; `role` is then null.
   */
  second_factor_missing: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access guard, where the contract requires it to read the token. */
    person?: Person;
  }
}
