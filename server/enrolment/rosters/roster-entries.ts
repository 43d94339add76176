import { z } from 'zod';
import type { Secrets } from '../../platform/security/secrets';

const Participation = z.uuid();

/**
 * A participant on the roster of one session, 64 bits in hexadecimal: the same at each opening,
 * another one in every session, so that two rosters have nothing in common (docs/domain.md, 4).
 */
export const tagOf = (
  secrets: Pick<Secrets, 'mac'>,
  sessionId: string,
  pseudonym: Buffer,
): string => secrets.mac('roster-tag', sessionId, pseudonym.toString('hex')).toString('hex', 0, 8);

/**
 * The address of one line of a session's roster, for decisions about it and for the next page. It is
 * sealed with a random nonce: each opening gives another one, which tells nothing, not even whether
 * it stands for the same participation (docs/decisions/anonymity.md).
 */
export const entryOf = (
  secrets: Pick<Secrets, 'sealUnkept'>,
  sessionId: string,
  participationId: string,
): string => secrets.sealUnkept('roster-entry', sessionId, participationId).toString('base64url');

/** The participation behind an address; null for what is none of this session. */
export function participationOf(
  secrets: Pick<Secrets, 'open'>,
  sessionId: string,
  entry: string,
): string | null {
  try {
    const opened = secrets.open('roster-entry', sessionId, Buffer.from(entry, 'base64url'));
    return Participation.parse(opened);
  } catch {
    return null;
  }
}
