import type { Clock } from '../../platform/concurrency/clock';
import type { UnitOfWork } from '../../platform/db/unit-of-work';
import { ofThisServer, type Passwords } from '../../authentication/password/passwords';
import { writeDemographics } from '../../accounts/demographics/demographics.store';
import { provisionAccount, type AccountToProvision } from './provision-account';

export const demoPassword = 'Demo-Pass-2026!';
export const demoCollaboratorEmail = 'collaborator@demo.test';

type Demo = Omit<AccountToProvision, 'passwordHash'>;
const administrator: Demo = {
  email: 'admin@demo.test',
  first_name: 'Alex',
  last_name: 'Admin',
  role: 'ADMINISTRATOR',
};
const researcher: Demo = {
  email: 'researcher@demo.test',
  first_name: 'Robin',
  last_name: 'Researcher',
  is_researcher: true,
  researcher_privilege: true,
  organization: 'Demo University',
  interests: 'Memory, language, decision making',
};
const collaborator: Demo = {
  email: demoCollaboratorEmail,
  first_name: 'Casey',
  last_name: 'Collaborator',
  is_researcher: true,
  researcher_privilege: true,
  organization: 'Demo University',
  interests: 'Perception, decision making',
};
const participant: Demo = {
  email: 'participant@demo.test',
  first_name: 'Pat',
  last_name: 'Participant',
};

/** The people who have booked the demo's slots before its first visitor. */
const guests: readonly Demo[] = [
  { email: 'kim@demo.test', first_name: 'Kim', last_name: 'Guest' },
  { email: 'noor@demo.test', first_name: 'Noor', last_name: 'Guest' },
  { email: 'sam@demo.test', first_name: 'Sam', last_name: 'Guest' },
];

/**
 * The simulated participants of the demo's study. Wherever a list shows their names, the names show
 * that these are no real people.
 */
const simulated: readonly Demo[] = Array.from({ length: 14 }, (_, i) => ({
  email: `simulated-${i + 1}@demo.test`,
  first_name: 'Simulated',
  last_name: `Participant ${i + 1}`,
}));

export interface DemoAccounts {
  administratorId: string;
  researcherId: string;
  collaboratorId: string;
  participantId: string;
  guestIds: string[];
  simulatedIds: string[];
}

/**
 * Creates the three demo accounts of the specification, a collaborator, the guests and the simulated
 * participants. Idempotent: existing accounts stay unchanged, so it may run at every start.
 */
export async function seedAccounts({
  work,
  passwords,
  clock,
}: {
  work: UnitOfWork;
  passwords: Passwords;
  clock: Clock;
}): Promise<DemoAccounts> {
  const passwordHash = await passwords.hash(ofThisServer, demoPassword);
  return work.run(async (tx) => {
    const now = clock.now();
    const place = async (demo: Demo) => provisionAccount(tx, { ...demo, passwordHash }, now);
    const admin = await place(administrator);
    const owner = await place(researcher);
    const editor = await place(collaborator);
    const taker = await place(participant);
    if (taker.created) {
      await writeDemographics(
        tx,
        taker.id,
        {
          date_of_birth: '1996-04-12',
          education_level: 'bachelor',
          country: 'DE',
          languages: ['de', 'en'],
          handedness: 'right',
        },
        now,
      );
    }
    const guestIds: string[] = [];
    for (const guest of guests) guestIds.push((await place(guest)).id);
    const simulatedIds: string[] = [];
    for (const one of simulated) simulatedIds.push((await place(one)).id);
    return {
      administratorId: admin.id,
      researcherId: owner.id,
      collaboratorId: editor.id,
      participantId: taker.id,
      guestIds,
      simulatedIds,
    };
  });
}
