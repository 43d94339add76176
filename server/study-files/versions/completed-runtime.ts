import {
  defaultSettingsFrom,
  chooseFirstPage,
} from '../../../contracts/study-files/hosted-defaults.rule';
import {
  HostedRuntimeRequest,
  type HostedRuntime,
  type PartialHostedRuntime,
} from '../../../contracts/study-files/hosted-runtime';
import type { VersionReport } from '../../../contracts/study-files/study-files';
import type { Transaction } from '../../platform/db/unit-of-work';
import { badField } from '../../platform/errors/errors';
import { readHostedRuntimeInTransaction } from '../../studies/hosted-settings.read';
import { playerPagePath } from '../timeline-files/folder.rule';

/**
 * Fills in fields of a runtime that a request left out, from the study's present runtime or from
 * the version's report.
 * @throws DomainError validation_failed where the study has no such version, the version's report
 * is not made yet, or no page of the version can be the first page
 */
export async function fillInHostedRuntime(
  tx: Transaction,
  studyId: string,
  sent: PartialHostedRuntime,
): Promise<HostedRuntimeRequest> {
  const whole = HostedRuntimeRequest.safeParse(sent);
  if (whole.success) return whole.data;
  const [version] = await tx.query<{ report: VersionReport | null }>(
    `SELECT v.report FROM research.study_version v
     WHERE v.study_id = $1 AND v.id = $2 AND v.number > 0`,
    [studyId, sent.version_id],
  );
  if (!version) throw badField('runtime.version_id', 'invalid');
  const { report } = version;
  const { runtime: before, maximum_minutes } = await readHostedRuntimeInTransaction(tx, studyId);
  if (!report) throw badField('runtime.version_id', 'not_possible_now');
  const { resume, hosts, needs, expected_records, conditions, entry } = (before ??
    defaultSettingsFrom(report, maximum_minutes)) as Partial<HostedRuntime>;
  const page = sent.kind === 'builder' ? playerPagePath : chooseFirstPage(report, entry);
  if ((sent.entry ?? page) === null) throw badField('runtime.entry', 'required');
  return HostedRuntimeRequest.parse({
    ...{ entry: page, resume, hosts, needs, expected_records, conditions },
    ...sent,
  });
}
