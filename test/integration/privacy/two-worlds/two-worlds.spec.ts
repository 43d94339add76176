/**
 * @lane slow: simulates the same day several times, with every endpoint of the contract
 * @long: `npm test -- long` simulates every act of a participant, with more random seeds
 * @engines one: compares responses that do not depend on the queues, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDocumentedOperation } from '../../../../contracts/base/non-json-operations';
import { capabilities } from '../../../../server/contexts';
import { isLongTestRun } from '../../../support/chance/lanes';
import { printSeededRandom } from '../../../support/chance/seeded';
import { Inbox } from '../../mail/inbox';
import { WebhookReceiver } from '../../webhooks/receiver';
import { participantActs } from './acts';
import { shuffledChangingRequests } from './changes';
import {
  ChanceDifferences,
  differencesBeyondChance,
  describeDifference,
  type Difference,
} from './compare';
import { observeDay, type ComparedDay } from './day';
import { hasUnevenPage, isPagedReading } from './pages';
import { isDetected, applyPlantedChanges, plantedChanges } from './planted-changes';
import { operationNameOf, type Observation } from './observations';
import { playedDay } from './set-clock';
import { DifferenceCoverage, allowedDifferences } from './allowed-differences';
import { simulateYesterday } from './yesterday';

/**
 * The environment variable WORLDS_SEEDS is the number of random seeds; the normal run does not set
 * it. `npm test -- long` simulates all acts, with several seeds.
 */
const seeds = Number(process.env.WORLDS_SEEDS ?? 0);
const ordinary = 1;
/** The environment variable WORLDS_ACT names one act, to simulate it alone. */
const only = process.env.WORLDS_ACT;
const patience = 3_000_000;

/** Operations from which no observer of this test gets anything, with the reason. */
const notCompared: Readonly<Record<string, string>> = {
  'GET /robots.txt': 'the same for everybody',
  'GET /api/saml/metadata/': 'the same for everybody',
  'POST /api/saml/acs/': 'of a browser that signs in',
  'GET /api/exports/{id}/file/': 'a copy of the own data, by its signed address',
  'GET /api/objects/{sha256}/': 'the bytes of a file, by its signed address',
  'GET /api/notices/unsubscribe/{token}/': 'by the key of a mail to the person',
  'POST /api/notices/unsubscribe/{token}/': 'by the key of a mail to the person',
  'GET /api/participations/{id}/runs/{run}/records/': 'of the participant',
  'GET /api/participations/{id}/recordings/{sha256}/': 'of the participant',
  'PATCH /api/participations/{id}/recordings/{sha256}/': 'of the participant',
  'GET /api/rehearsals/{id}/export/': 'of a rehearsal, in which nobody takes part',
  'GET /api/study-versions/{id}/archive/': 'of the study’s own files, by its signed address',
  'GET /api/payout-batches/{id}/file/': 'of administrators',
  'GET /api/expenses/export/': 'the lines of a list that is compared',
  'GET /api/classrooms/{id}/gradebook/export/': 'the lines of a list that is compared',
  'GET /api/uploads/{id}/': 'of the researcher’s own files, in which nobody takes part',
  'PATCH /api/uploads/{id}/': 'of the researcher’s own files, in which nobody takes part',
  'GET /api/receipts/{type}/{id}/pdf/': 'a view of the receipt, which is compared',
  'GET /api/submissions/{id}/pdf/': 'work for a classroom, which is no participation',
};

const chance = printSeededRandom('two worlds');
const inChance = <T>(all: readonly T[]): T[] =>
  all
    .map((one) => [chance.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .map(([, one]) => one);
/** Each act in each kind of session in which it is possible. */
const all = Object.entries(participantActs)
  .filter(([name]) => only === undefined || name === only)
  .flatMap(([name, { in: kinds }]) => kinds.map((kind) => ({ name, kind })));
const played = Array.from({ length: Math.max(1, seeds) }, (_, n) => {
  const some = inChance(all);
  return {
    n: n + 1,
    acts: seeds > 0 || only ? some : some.slice(0, ordinary),
    order: shuffledChangingRequests(chance),
  };
});

let folder: string;
let day: Omit<ComparedDay, 'order'>;
let tear: (() => Promise<void>) | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commonlab-worlds-'));
  const inbox = new Inbox();
  await inbox.start();
  const receiver = await new WebhookReceiver().start();
  const environment = { SMTP_URL: inbox.url, DATA_DIR: folder, WEBHOOK_ALLOW: '127.0.0.0/8:*' };
  const yesterday = await simulateYesterday(playedDay(), environment, receiver.url);
  day = { yesterday, outside: { inbox, receiver, environment } };
  tear = async () => {
    await yesterday.engines.drop();
    await receiver.stop();
    await inbox.stop();
  };
}, patience);
afterAll(async () => {
  await tear?.();
  await rm(folder, { recursive: true, force: true });
});

const differentIn = ({ name, kind }: (typeof all)[number]) => {
  const act = participantActs[name];
  const stage = day.yesterday.stages.find((one) => one.kind === kind);
  if (!act || !stage) throw new Error(name);
  return { act, stage };
};

it('Each allowed difference quotes its sentence of docs/privacy.md', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/privacy.md'), 'utf8');
  expect(allowedDifferences.filter(({ sentence }) => !page.includes(sentence))).toEqual([]);
});

/**
 * For each order of the requests: what observers receive while no participant acts, and which
 * values differ by chance when the day is simulated a second time.
 */
const twice = new Map<
  ComparedDay['order'],
  Promise<{ quiet: readonly Observation[]; byChance: ChanceDifferences }>
>();
function quietDays(order: ComparedDay['order']) {
  const known = twice.get(order) ?? playedTwice({ ...day, order });
  twice.set(order, known);
  return known;
}
async function playedTwice(of: ComparedDay) {
  const quiet = await observeDay(of);
  return { quiet, byChance: new ChanceDifferences(quiet, await observeDay(of)) };
}

describe.each(played)('A day with seed $n, simulated twice,', ({ acts: of, order }) => {
  let quiet: readonly Observation[];
  let byChance: ChanceDifferences;
  const atOnce = new DifferenceCoverage();
  const acted: string[] = [];
  beforeAll(async () => {
    ({ quiet, byChance } = await quietDays(order));
  }, patience);

  it('differs only in ids and keys if no participant acts', () => {
    expect(byChance.strange.map(describeDifference)).toEqual([]);
  });

  it('has no incomplete page except the last one of a list', () => {
    const walked = quiet.filter(isPagedReading);
    expect(walked.length).toBeGreaterThan(0);
    expect(walked.filter(hasUnevenPage).map(({ key }) => key)).toEqual([]);
  });

  it('calls every operation of the contract', () => {
    const asked = new Set(quiet.map(({ operation }) => operation));
    const documented = capabilities.operations.filter(
      (one) => isDocumentedOperation(one) || capabilities.endpoints.includes(one as never),
    );
    const every = documented.map(({ method, path }) =>
      operationNameOf({ method: method.toUpperCase() as 'GET', path: path as '//' }),
    );
    process.stderr.write(
      `two worlds: ${quiet.length} things seen, by ${every.filter((name) => asked.has(name)).length} of ${every.length} operations\n`,
    );
    const missing = every.filter((name) => !asked.has(name));
    expect(missing.filter((name) => notCompared[name] === undefined)).toEqual([]);
    expect(Object.keys(notCompared).filter((name) => !missing.includes(name))).toEqual([]);
  });

  it.each(of)(
    'does not reveal that one participant $name today, in a session that is $kind',
    async (one) => {
      const other = await observeDay({ ...day, order }, differentIn(one));
      acted.push(`${one.name} ${one.kind}`);
      const found = differencesBeyondChance(quiet, other, byChance).filter(
        (difference) => !atOnce.isTold(difference, one.name),
      );
      expect(found.map(describeDifference)).toEqual([]);
    },
    patience,
  );

  // In the short run, only two observers send each request. They may not see every allowed
  // difference, so only the long run expects all of them.
  if (isLongTestRun)
    it('shows every allowed difference', () => {
      expect(atOnce.unseen(acted)).toEqual([]);
    });
});

// A further day tests the comparison itself, not the product.
if (isLongTestRun || seeds > 0)
  describe('The comparison of two simulated days', () => {
    let found: readonly Difference[];
    beforeAll(async () => {
      const [first] = played;
      if (!first) throw new Error('nothing is played');
      const of = { ...day, order: first.order };
      const { quiet, byChance } = await quietDays(first.order);
      const atOnce = new DifferenceCoverage();
      const { act, stage } = differentIn({ name: 'started', kind: 'hosted' });
      const other = await observeDay(of, {
        act,
        stage,
        change: applyPlantedChanges(day.yesterday),
        async tells(world) {
          for (const { tells } of Object.values(plantedChanges))
            await tells?.(world, day.outside, stage);
        },
      });
      found = differencesBeyondChance(quiet, other, byChance).filter(
        (one) => !atOnce.isTold(one, 'started'),
      );
    }, patience);

    it.each(Object.entries(plantedChanges))('finds a planted leak: %s', (_, plant) => {
      expect(isDetected(plant, found)).toBe(true);
    });
  });
