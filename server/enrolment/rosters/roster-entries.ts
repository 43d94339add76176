import { z } from 'zod';
import type { Secrets } from '../../platform/security/secrets';

const Participation = z.uuid();

/**
 * Computes the tag of a participant on the roster of one session, 64 bits in hexadecimal. It is always the same within
 * a session, but different in every session, so that two rosters cannot be linked (docs/domain.md, 4).
 */
export const rosterTagOf = (
  secrets: Pick<Secrets, 'mac'>,
  sessionId: string,
  pseudonym: Buffer,
): string => secrets.mac('roster-tag', sessionId, pseudonym.toString('hex')).toString('hex', 0, 8);

/**
 * Makes the address of one line of a session's roster. A request contains this address to decide
 * about the participant, or to get the next page. The address is encrypted with a random nonce, so
 * it differs each time the roster is opened. So no reader can see whether two addresses belong to
 * the same participation (docs/decisions/anonymity.md).
 */
export const rosterEntryOf = (
  secrets: Pick<Secrets, 'sealUnkept'>,
  sessionId: string,
  participationId: string,
): string => secrets.sealUnkept('roster-entry', sessionId, participationId).toString('base64url');

/** Returns the participation that an address refers to; null for a text that is not an address in this session. */
export function participationOfEntry(
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
