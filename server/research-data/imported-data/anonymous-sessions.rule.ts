import type { BundleSession } from '../../../contracts/research-data/bundle';

/** Whether each session of a bundle is anonymous, by its id. */
export type AnonymityBySession = ReadonlyMap<string, boolean>;

export const anonymityBySession = (sessions: readonly BundleSession[]): AnonymityBySession =>
  new Map(sessions.map((one) => [one.session, one.privacy_level === 'anonymous']));
