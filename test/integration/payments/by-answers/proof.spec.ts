/**
 * @engines one: compares rows of one database, and uses no queue, so it runs with only one kind of
 * queue (Redis or PostgreSQL)
 */
import { Client } from 'pg';
import { VerifyLedger } from '../../../../server/ledger/chain/verify-ledger';
import { PaymentsProof } from '../../../../server/payments/proof/payments-proof';
import { Secrets } from '../../../../server/platform/security/secrets';
import { SigningKeys } from '../../../../server/platform/security/signing-keys';
import { startApp, TestClock, type SeparateApp } from '../../../support/app/app';
import { findingsAfterDamage } from '../proof/proof-rig';
import {
  anonymousSessionOptions,
  payByAnswersKind,
  payByAnswersRequestsOf,
  payByAnswersReason,
  spotCost,
} from './by-answers-rig';

let run: SeparateApp;
let owner: Client;
let proof: PaymentsProof;
let ids: Record<string, string> = {};
const clock = new TestClock();

beforeAll(async () => {
  // The test compares all rows of the tables, so it starts its own application.
  run = await startApp({ clock, environment: { PLATFORM_FEE_BP: '1000', WALLET_LIMIT: '0' } });
  owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await owner.connect();
  proof = new PaymentsProof(run.app.get(Secrets), run.app.get(SigningKeys, { strict: false }));
  const paid = payByAnswersRequestsOf(run, clock);
  const r = await paid.launched(6 * spotCost, anonymousSessionOptions);
  const people = await paid.completed(r, 5);
  const [left] = await paid.started(r);
  if (!left) throw new Error('no participant');
  await paid.act(left.id, left.person, { action: 'withdraw' }).expect(200);
  paid.tomorrow();
  await paid.close(r);
  await paid.approveAll(r, people);
  paid.tomorrow();
  const lines = await paid.linesOf(people);
  const bonus = await paid.give(r, payByAnswersKind, { reason: payByAnswersReason, lines });
  const payments: { id: string; participation_id: string }[] = await run.source.query(
    `SELECT id, participation_id FROM research.payment WHERE bonus_id = $1`,
    [bonus._id],
  );
  ids = { bonus: bonus._id, extra: payments[0]?.id ?? '', left_out: left.id };
  const verify = run.app.get(VerifyLedger, { strict: false });
  expect((await verify.run(null, [proof])).findings).toEqual([]);
});
afterAll(async () => {
  await owner.end();
  await run.close();
});

describe('Before the pay by answers is booked, verifying the ledger finds', () => {
  it.each([
    [
      'an amount that was changed',
      `UPDATE research.payment SET amount = amount + 1 WHERE id = :extra`,
    ],
    ['a fee that was changed', `UPDATE research.payment SET fee = fee + 1 WHERE id = :extra`],
    ['a payment that is missing', `DELETE FROM research.payment WHERE id = :extra`],
    [
      'a payment that was slipped in',
      `INSERT INTO research.payment (id, participation_id, session_id, amount, fee, currency, state, day, kind, bonus_id)
       SELECT gen_random_uuid(), :left_out, session_id, amount, fee, currency, state, day, kind, bonus_id
       FROM research.payment WHERE id = :extra`,
    ],
    [
      'a payment that is said to be of another kind',
      `UPDATE research.payment SET kind = 'bonus' WHERE id = :extra`,
    ],
    ['a total that was changed', `UPDATE research.bonus SET total = total + 1 WHERE id = :bonus`],
  ])('%s', async (_, statement) => {
    expect(await findingsAfterDamage(owner, proof, ids, statement)).toContain(
      'bonus_changed bonus',
    );
  });

  it('a payment that was inserted under a bonus that does not exist', async () => {
    const statement = `UPDATE research.payment SET bonus_id = gen_random_uuid() WHERE id = :extra`;
    expect(await findingsAfterDamage(owner, proof, ids, statement)).toEqual(
      expect.arrayContaining([
        'bonus_changed bonus',
        expect.stringMatching(/^bonus_changed [0-9a-f-]{36}$/),
      ]),
    );
  });
});
