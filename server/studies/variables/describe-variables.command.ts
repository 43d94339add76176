import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { lockStudyShared } from '../locked-study';
import { descriptionColumns } from './study-variable.entity';
import {
  variableChangesOf,
  type VariableDescriptionInput,
  type StoredVariable,
} from './variables.rule';
import { writeVariables } from './write-variables';

/**
 * Changes researchers' descriptions of variables. Returns the descriptions that are stored for
 * these variables after the change.
 */
export class DescribeVariables extends Command<StoredVariable[]> {
  constructor(
    readonly studyId: string,
    readonly given: readonly VariableDescriptionInput[],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DescribeVariables)
export class DescribeVariablesHandler implements ICommandHandler<DescribeVariables> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Calls for the same study run one after the other. A call is refused if another call has changed
   * a description since the caller read it.
   * @throws DomainError not_found, forbidden, variable_changed, too_many_variables
   */
  execute({ studyId, given, caller }: DescribeVariables): Promise<StoredVariable[]> {
    return this.unitOfWork.run(
      async (tx) => {
        await lockStudyShared(tx, 'run', studyId, caller.person.account_id);
        await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 4))`, [
          `variables:${studyId}`,
        ]);
        const stored = await storedOf(tx, studyId);
        const changes = variableChangesOf(stored, given);
        if (changes.refused !== null) throw new DomainError(changes.refused);
        if (changes.remove.length > 0)
          await tx.query(
            `DELETE FROM research.study_variable WHERE study_id = $1 AND name = ANY($2::text[])`,
            [studyId, changes.remove],
          );
        await writeVariables(tx, studyId, changes.write);
        const now = await storedOf(tx, studyId);
        return given.flatMap(({ name }) => now.get(name) ?? []);
      },
      { requestId: caller.request_id, turn: studyId },
    );
  }
}

async function storedOf(tx: Transaction, studyId: string): Promise<Map<string, StoredVariable>> {
  const rows = await tx.query<StoredVariable>(
    `SELECT name, ${descriptionColumns}, version FROM research.study_variable
     WHERE study_id = $1`,
    [studyId],
  );
  return new Map(rows.map((row) => [row.name, row]));
}
