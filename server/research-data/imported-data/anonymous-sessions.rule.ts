import type { BundleSession } from '../../../contracts/research-data/bundle';

/** Whether each session of a bundle is anonymous, by its id. */
export type AnonymousOf = ReadonlyMap<string, boolean>;

export const anonymousOf = (sessions: readonly BundleSession[]): AnonymousOf =>
  new Map(sessions.map((one) => [one.session, one.privacy_level === 'anonymous']));
