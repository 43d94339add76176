import { emptyDemographics } from '../../../contracts/accounts/demographics';
import { demographicsOfAccounts } from '../../accounts/demographics/demographics.read';
import {
  readNewlyRecruitingStudies,
  type NewCatalogueStudy,
} from '../../catalogue/newly-recruiting.read';
import { studiesEverStarted, pastStudiesByAccount } from '../../enrolment/eligibility/past-studies';
import { recipientColumns, type Recipient } from '../../mail/recipient';
import { Batcher } from '../../platform/concurrency/batcher';
import { addMilliseconds } from '../../platform/concurrency/clock';
import { Transaction } from '../../platform/db/unit-of-work';
import type { MailDependencies } from '../../platform/messaging/mail-source';
import {
  studiesFittingProfile,
  shouldSendDigest,
  digestCandidates,
  chooseDigestStudies,
  participationChecksNeeded,
} from '../digest/digest.rule';
import { maximumConsideredStudies, newStudyPeriodMs, hasRoleInStudy } from '../digest/digests.job';

export interface DigestKey {
  account_id: string;
  day: string;
}

export type DigestContent = Recipient & { studies: NewCatalogueStudy[] };

const readers = new WeakMap<MailDependencies, Batcher<DigestKey, DigestContent | undefined>>();

/**
 * Reads the current content of a digest. Digests that are read at the same time share statements,
 * so that the number of statements does not grow with the number of people or studies.
 * @returns undefined if the account must not get the digest, or if none of its studies recruits any
 * more
 */
export function readDigest(
  key: DigestKey,
  services: MailDependencies,
): Promise<DigestContent | undefined> {
  const reader =
    readers.get(services) ?? new Batcher((keys) => digestsOf(keys, services), { max: 50 });
  readers.set(services, reader);
  return reader.load(key);
}

type Row = Recipient & DigestKey & { since: Date; until: Date };

async function digestsOf(
  keys: readonly DigestKey[],
  { db, links, secrets, clock }: MailDependencies,
): Promise<(DigestContent | undefined)[]> {
  const now = clock.now();
  const rows: Row[] = await db.query(
    `SELECT d.account_id, to_char(d.day, 'YYYY-MM-DD') AS day, d.since, d.until, ${recipientColumns}
     FROM unnest($1::uuid[], $2::date[]) AS k (account_id, day)
     JOIN identity.digest d ON d.account_id = k.account_id AND d.day = k.day
     JOIN identity.person a ON a.id = d.account_id
     WHERE a.status = 'ACTIVE' AND a.disabled_at IS NULL AND a.deletion_at IS NULL`,
    [keys.map((key) => key.account_id), keys.map((key) => key.day)],
  );
  if (rows.length === 0) return keys.map(() => undefined);
  const ids = rows.map((row) => row.account_id);
  const studies = await readNewlyRecruitingStudies(
    db,
    now,
    addMilliseconds(now, -newStudyPeriodMs),
    maximumConsideredStudies,
  );
  const answers = await demographicsOfAccounts(links, ids);
  const fitting = rows.map((row) =>
    studiesFittingProfile(
      studies,
      {
        since: row.since,
        until: row.until,
        isTheirs: hasRoleInStudy(row.account_id),
        told: answers.get(row.account_id) ?? emptyDemographics,
      },
      now,
    ),
  );
  const few = fitting.map(digestCandidates);
  // These statements only read, so they do not need a common transaction.
  const reads = new Transaction(db.manager, null);
  const past = await pastStudiesByAccount(
    reads,
    secrets,
    ids,
    await studiesEverStarted(reads, participationChecksNeeded(few.flat())),
  );
  const digests = new Map(
    rows.map(({ account_id, day, since: _, until: __, ...to }, i) => [
      `${account_id} ${day}`,
      shouldSendDigest(fitting[i] ?? [])
        ? { ...to, studies: chooseDigestStudies(few[i] ?? [], past.get(account_id)) }
        : undefined,
    ]),
  );
  return keys.map(({ account_id, day }) => digests.get(`${account_id} ${day}`));
}
