import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../../contracts/base/endpoint';
import type { shareTemplate } from '../../../contracts/teaching/templates';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { badFields, DomainError } from '../../platform/errors/errors';
import { lockStudy } from '../../studies/locked-study';
import { recordClassroomChanged } from '../model/classroom-changed';

type Given = EndpointInput<typeof shareTemplate>['body'];
type Share = Given['shares'][number];

/** Sets with which classrooms a study is shared as a template; with an empty list it is not a template. */
export class ShareTemplate extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly given: Given,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ShareTemplate)
export class ShareTemplateHandler implements ICommandHandler<ShareTemplate> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks only new and changed shares, so that existing ones may always stay. Does not change the
   * copies that classes have made already.
   * @throws DomainError not_found (also for a classroom of which the caller is not an instructor),
   *   forbidden, sandbox_only for a class study, study_archived, classroom_closed for an archived
   *   classroom, validation_failed for a classroom that is listed twice
   */
  execute({ studyId, given, caller }: ShareTemplate): Promise<void> {
    mustBeOnce(given.shares);
    const { account_id } = caller.person;
    return this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'edit', account_id);
        if (study.classroom_id !== null) throw new DomainError('sandbox_only');
        if (study.state === 'archived' && given.shares.length > 0)
          throw new DomainError('study_archived');
        const before = await tx.query<Share>(
          `SELECT classroom_id, pooled FROM research.template_share WHERE study_id = $1`,
          [studyId],
        );
        await mustTeachIn(tx, account_id, without(given.shares, before));
        await write(tx, studyId, given, this.clock.now());
        const rooms = new Set([...before, ...given.shares].map((one) => one.classroom_id));
        for (const id of [...rooms].sort()) recordClassroomChanged(tx, id);
      },
      { requestId: caller.request_id, turn: studyId },
    );
  }
}

function mustBeOnce(shares: readonly Share[]): void {
  const ids = shares.map(({ classroom_id }) => classroom_id);
  const twice = ids.flatMap((id, i) =>
    ids.indexOf(id) < i ? [{ path: `shares.${i}.classroom_id`, code: 'named_twice' }] : [],
  );
  if (twice.length > 0) throw badFields(twice);
}

/** Returns the shares that did not exist before, or that change whether data are pooled. */
const without = (shares: readonly Share[], before: readonly Share[]): Share[] =>
  shares.filter(
    ({ classroom_id, pooled }) =>
      !before.some((old) => old.classroom_id === classroom_id && old.pooled === pooled),
  );

async function mustTeachIn(
  tx: Transaction,
  accountId: string,
  shares: readonly Share[],
): Promise<void> {
  const rooms = await tx.query<{ state: string }>(
    `SELECT state FROM identity.class_member
     WHERE account_id = $1 AND classroom_id = ANY($2::uuid[]) AND role = 'instructor'`,
    [accountId, shares.map(({ classroom_id }) => classroom_id)],
  );
  if (rooms.length !== shares.length) throw new DomainError('not_found');
  if (rooms.some(({ state }) => state === 'archived')) throw new DomainError('classroom_closed');
}

async function write(
  tx: Transaction,
  studyId: string,
  { script, shares }: Given,
  now: Date,
): Promise<void> {
  if (shares.length === 0) {
    await tx.query(`DELETE FROM research.template WHERE study_id = $1`, [studyId]);
    return;
  }
  await tx.query(
    `INSERT INTO research.template (study_id, script_name, script, changed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (study_id) DO UPDATE SET script_name = excluded.script_name, script = excluded.script,
       changed_at = excluded.changed_at`,
    [studyId, script?.name ?? null, script?.text ?? null, now],
  );
  await tx.query(`DELETE FROM research.template_share WHERE study_id = $1`, [studyId]);
  await tx.query(
    `INSERT INTO research.template_share (study_id, classroom_id, pooled)
     SELECT $1, s.* FROM unnest($2::uuid[], $3::boolean[]) AS s (classroom_id, pooled)`,
    [studyId, shares.map(({ classroom_id }) => classroom_id), shares.map(({ pooled }) => pooled)],
  );
}
