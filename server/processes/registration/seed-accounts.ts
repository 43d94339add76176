import type { Clock } from '../../platform/concurrency/clock';
import type { UnitOfWork } from '../../platform/db/unit-of-work';
import { ofThisServer, type Passwords } from '../../authentication/password/passwords';
import { writeDemographics } from '../../accounts/demographics.store';
import { provisionAccount, type AccountToProvision } from './provision-account';

export const demoPassword = 'Demo-Pass-2026!';

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
const participant: Demo = {
  email: 'participant@demo.test',
  first_name: 'Pat',
  last_name: 'Participant',
};

export interface DemoAccounts {
  administratorId: string;
  researcherId: string;
  participantId: string;
}

/**
 * Creates the three demo accounts of the specification. Idempotent: existing accounts stay
 * unchanged, so it may run at every start.
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
    return { administratorId: admin.id, researcherId: owner.id, participantId: taker.id };
  });
}
