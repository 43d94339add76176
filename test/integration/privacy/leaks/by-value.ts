import { createHmac, randomBytes } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { deviceFingerprintOf } from '../crowd';
import { inHashOrder } from '../facts';
import { factsOfEachParticipation, type Leaks } from './leak';

const key = randomBytes(32);
const pseudonym = (study: string, account: string) =>
  createHmac('sha256', key).update(`${study}:${account}`).digest('hex').slice(0, 32);

/**
 * Leaks that the test adds on purpose, in which only an account and its own participation show a
 * certain value.
 */
export const leaksByValue: Leaks = {
  'one pseudonym for all levels of a study, shortened on rosters': {
    way: 'value',
    facts: (history) =>
      inHashOrder(
        factsOfEachParticipation(history, ({ participation_id, study_id, person }) => {
          const shown = pseudonym(study_id, person._id).slice(0, 8);
          return [
            { place: 'an anonymous roster', row: { participation_id, pseudonym: shown } },
            { place: 'a roster with names', row: { pseudonym: shown, email: person.email } },
          ];
        }),
      ),
  },
  'links in plain text': {
    way: 'value',
    facts: (history) =>
      inHashOrder(
        factsOfEachParticipation(history, ({ participation_id, person }) => ({
          place: 'identity.participation_link',
          row: { participation_id, account_id: person._id },
        })),
      ),
  },
  'a keyed hash of the account alone, beside sign-ins that have it, too': {
    way: 'value',
    facts: (history) =>
      inHashOrder(
        factsOfEachParticipation(history, ({ participation_id, person }) => {
          const owner = pseudonym('everywhere', person._id);
          return [
            { place: 'links', row: { participation_id, owner } },
            { place: 'known browsers', row: { owner, account_id: person._id } },
          ];
        }),
      ),
  },
  'a finished copy of one’s own data, in a column of bytes': {
    way: 'value',
    facts: (history) =>
      inHashOrder(
        factsOfEachParticipation(history, ({ participation_id, person }, i) => ({
          place: 'identity.export_part',
          row: {
            first_byte: i,
            bytes: Buffer.from(
              zipSync({
                'account.json': strToU8(JSON.stringify({ email: person.email })),
                'participations.json': strToU8(JSON.stringify([{ _id: participation_id }])),
              }),
            ),
          },
        })),
      ),
  },
  'the same mark of a device in the records of a named and of an anonymous session': {
    way: 'value',
    facts: (history) =>
      inHashOrder(
        factsOfEachParticipation(history, ({ participation_id, person }) => {
          const device = deviceFingerprintOf(history.people.indexOf(person));
          return [
            { place: 'records of anonymous runs', row: { run_of: participation_id, device } },
            { place: 'records of named runs', row: { email: person.email, device } },
          ];
        }),
      ),
  },
  'one transaction for the participation and for the entry of the own history': {
    way: 'value',
    facts: (history) =>
      inHashOrder(
        factsOfEachParticipation(history, ({ participation_id, person }, i) => [
          { place: 'participations', row: { xmin: String(7_000 + i), participation_id } },
          { place: 'own histories', row: { xmin: String(7_000 + i), account_id: person._id } },
        ]),
      ),
  },
};
