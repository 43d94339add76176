import type { ExternalReturns } from '../../../contracts/external-returns/external-returns';
import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import { unique } from '../../support/chance/unique';
import { turnIntoHostedSession } from '../runtime/running';
import type { ProductRequests } from './product-requests';
import { crowdSize, conditionForEachPerson } from './crowd';
import type { HistorySession, HistoryStudy } from './studies-of-history';
import { notesRuntime } from '../../support/people/recruiting';

const minute = 60_000;

/**
 * Returns functions that create studies with a consent form and launch sessions. The functions
 * return undefined if the product refuses.
 * @param launched is called with the live topics of each session
 */
export function studyMaker(
  run: RunningApp,
  { tried, read }: ProductRequests,
  launched: (topics: readonly string[]) => Promise<void>,
) {
  const study = async (
    owner: TestPerson,
    privacy_level: string,
    eligibility: object[] = [],
    runtime: { kind: string; url?: string } = notesRuntime,
  ) => {
    const made = await tried<{ _id: string }>('POST', '/api/studies/', owner, {
      title: `Study ${unique()}`,
      description: 'What do you remember?',
      duration_minutes: 20,
      privacy_level,
      allow_repeats: true,
      offers_credit: true,
      eligibility,
      runtime,
    });
    if (!made) return undefined;
    const consent = await tried<HistoryStudy['consent']>(
      'PUT',
      `/api/studies/${made._id}/consent/`,
      owner,
      { title: 'Consent', body_markdown: 'I agree to take part.' },
    );
    return (
      consent && {
        _id: made._id,
        owner,
        consent: { _id: consent._id, sha256: consent.sha256 },
        external: runtime.kind === 'external',
      }
    );
  };
  /** Makes two slots far ahead if the study is on site; without them the launch is refused. */
  const slotsOf = async (id: string, owner: TestPerson): Promise<string[]> => {
    const day = new Date(run.clock.now().getTime() + 20 * 1_440 * minute).toISOString();
    for (const time of ['10:00', '14:00'])
      await tried('POST', `/api/sessions/${id}/slots/`, owner, {
        kind: 'one',
        starts: `${day.slice(0, 10)}T${time}`,
        duration_minutes: 60,
        zone: 'UTC',
        seats: crowdSize,
      });
    const { slots } = await read<{ slots: { _id: string }[] }>(`/api/sessions/${id}/slots/`, owner);
    return slots.map((slot) => slot._id);
  };
  /** Reads the code with which a participant of an external study returns. */
  const codeOf = async (id: string, owner: TestPerson): Promise<string> =>
    (await read<ExternalReturns>(`/api/sessions/${id}/external-returns/`, owner)).codes.completed;
  const session = async (
    of: HistoryStudy,
    privacy_level: string,
    is_hosted: boolean,
  ): Promise<HistorySession | undefined> => {
    const made = await tried<{ _id: string }>(
      'POST',
      `/api/studies/${of._id}/sessions/`,
      of.owner,
      { capacity: crowdSize * 2, privacy_level },
    );
    const active =
      made && (await tried('PUT', `/api/sessions/${made._id}/`, of.owner, { state: 'active' }));
    if (!active) return undefined;
    await launched([`study:${of._id}`, `session:${made._id}`, `runs:${made._id}`]);
    if (is_hosted) {
      const at = { study_id: of._id, session_id: made._id };
      await turnIntoHostedSession(run, at, of.owner._id, conditionForEachPerson());
    }
    return {
      _id: made._id,
      study: of,
      privacy_level,
      is_hosted,
      slots: await slotsOf(made._id, of.owner),
      code: of.external ? await codeOf(made._id, of.owner) : undefined,
    };
  };
  return { study, session };
}
