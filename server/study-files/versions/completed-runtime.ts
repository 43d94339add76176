import { beginningBy, entryBy } from '../../../contracts/hosted-beginning.rule';
import {
  GivenHostedRuntime,
  isHosted,
  type HostedRuntime,
  type SentHostedRuntime,
} from '../../../contracts/hosted-runtime';
import type { VersionReport } from '../../../contracts/study-files';
import type { Transaction } from '../../platform/db/unit-of-work';
import { badField } from '../../platform/http/errors';
import { entryPath } from '../builder/folder.rule';

interface Known {
  report: VersionReport | null;
  runtime: HostedRuntime | { kind: string } | null;
  maximum_minutes: number | null;
}

/**
 * The runtime with what was not sent: as the study has it, or as the version's report says.
 * @throws DomainError validation_failed where the study has no such version, its report is not made yet, or
 * no page of it can begin
 */
export async function completed(
  tx: Transaction,
  studyId: string,
  sent: SentHostedRuntime,
): Promise<GivenHostedRuntime> {
  const whole = GivenHostedRuntime.safeParse(sent);
  if (whole.success) return whole.data;
  const [known] = await tx.query<Known>(
    `SELECT v.report, s.runtime, s.maximum_minutes FROM research.study s
     JOIN research.study_version v ON v.study_id = s.id
     WHERE s.id = $1 AND v.id = $2 AND v.number > 0`,
    [studyId, sent.version_id],
  );
  if (!known) throw badField('runtime.version_id', 'invalid');
  const { report, maximum_minutes } = known;
  const before = isHosted(known.runtime as HostedRuntime | null) ? known.runtime : null;
  if (!report) throw badField('runtime.version_id', 'not_possible_now');
  const { resume, hosts, needs, expected_records, conditions, entry } = (before ??
    beginningBy(report, maximum_minutes)) as Partial<HostedRuntime>;
  const page = sent.kind === 'builder' ? entryPath : entryBy(report, entry);
  if ((sent.entry ?? page) === null) throw badField('runtime.entry', 'required');
  return GivenHostedRuntime.parse({
    ...{ entry: page, resume, hosts, needs, expected_records, conditions },
    ...sent,
  });
}
