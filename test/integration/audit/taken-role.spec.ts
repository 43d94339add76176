import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { ChangeUser } from '../../../server/processes/users/change-user.command';
import { AddConnection } from '../../../server/processes/sso-connections/add-connection.command';
import { ChangeConnection } from '../../../server/processes/sso-connections/change-connection.command';
import { RemoveConnection } from '../../../server/authentication/saml/connections/remove-connection.command';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { ChangeInvitation } from '../../../server/researchers/invitations/change-invitation.command';
import { CreateInvitation } from '../../../server/researchers/invitations/create-invitation.command';
import { DecideReview } from '../../../server/researchers/reviews/decide-review.command';
import { mustActAsAdministrator } from '../../../server/access/as-administrator';
import { timeOrderedId } from '../../../server/platform/db/ids';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { countLockWaits } from '../../support/engines/locks';
import { makeAdministrator, makePerson, makeResearcher } from '../../support/people/people';
import { eventually } from '../../support/chance/wait';
import { SamlIdp } from '../../support/sign-in/saml-idp';

let run: RunningApp;
beforeAll(async () => {
  run = await sharedApp();
});
afterAll(() => run.close());

const execute = (command: ICommand) => run.app.get(CommandBus).execute(command);
const rows = async (table: string, where = 'true') =>
  (await run.source.query<unknown[]>(`SELECT 1 FROM ${table} WHERE ${where}`)).length;

describe('An administrator who loses the role after their token was checked', () => {
  it('can neither decide reviews nor manage invitations or connections', async () => {
    const before = (await makePerson(run.source))._id;
    const { _id: researcher } = await makeResearcher(run.source, { researcher_privilege: null });
    await run.source.query(
      `INSERT INTO identity.review (id, account_id, state, organization) VALUES (gen_random_uuid(), $1, 'pending', 'Yale')`,
      [researcher],
    );
    // Lists show the newest id first. These rows have time-ordered ids, so that they do not stay
    // above the rows that other test files insert later.
    const [invitation, connection] = [timeOrderedId(), timeOrderedId()];
    await run.source.query(
      `INSERT INTO identity.invitation (id, code_hash, max_uses) VALUES ($1, $2, 5)`,
      [invitation, Buffer.from(invitation)],
    );
    await run.source.query(
      `INSERT INTO identity.saml_connection (id, organization, entity_id, sso_url, certificates, enabled)
       VALUES ($1, 'Yale', $2, 'https://idp.test/sso', '{}', true)`,
      [connection, `https://${connection}.test`],
    );
    const commands = [
      new DecideReview(
        { accountId: researcher, approve: true, reason: 'x', reviewId: null, decidedBy: before },
        'r',
      ),
      new CreateInvitation({ createdBy: before, maxUses: 1, expiresAt: null }, 'r'),
      new ChangeInvitation(invitation, { revoked: true }, before, 'r'),
      new AddConnection(
        {
          organization: 'Yale',
          domains: ['yale.test'],
          metadata_xml: new SamlIdp('https://new.idp.test').metadata(),
          enabled: true,
        },
        before,
        'r',
      ),
      new ChangeConnection(connection, { enabled: false }, before, 'r'),
      new RemoveConnection(connection, before, 'r'),
    ];
    for (const command of commands)
      await expect(execute(command)).rejects.toMatchObject({ code: 'forbidden' });
    expect(
      await rows('identity.review', `account_id = '${researcher}' AND state = 'pending'`),
    ).toBe(1);
    expect(
      await rows(
        'identity.invitation',
        `created_by = '${before}' OR id = '${invitation}' AND revoked_at IS NULL`,
      ),
    ).toBe(1);
    expect(
      await rows(
        'identity.saml_connection',
        `entity_id = 'https://new.idp.test' OR id = '${connection}' AND enabled`,
      ),
    ).toBe(1);
    expect(await rows('platform.audit', `actor_id = '${before}'`)).toBe(0);
  });

  it('keeps the role until the running transaction is done', async () => {
    const [one, other] = [await makeAdministrator(run.source), await makeAdministrator(run.source)];
    const order: string[] = [];
    let taking: Promise<unknown> | undefined;
    await run.app.get(UnitOfWork).run(async (tx) => {
      await mustActAsAdministrator(tx, other._id);
      taking = execute(new ChangeUser(other._id, { role: null, reason: 'x' }, one._id, 'r')).then(
        () => order.push('taken'),
      );
      await eventually(
        () => countLockWaits(run.source),
        (n) => n === 1,
      );
      order.push('done');
    });
    await taking;
    expect(order).toEqual(['done', 'taken']);
    await expect(
      run.app.get(UnitOfWork).run((tx) => mustActAsAdministrator(tx, other._id)),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });
});
