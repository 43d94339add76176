import { screen } from '@testing-library/react';
import type { z } from 'zod';
import { readSessionBatchDocument } from '../../../contracts/runtime/batch-session';
import { readConditions, type SessionConditions } from '../../../contracts/study-files/conditions';
import { listRunFiles, type RunFile } from '../../../contracts/runtime/run-files';
import {
  listRunErrors,
  listRuns,
  type RunError,
  type RunListEntry,
} from '../../../contracts/runtime/runs';
import {
  decideOnManyParticipations,
  readSessionProgress,
  type SessionProgress,
} from '../../../contracts/enrolment/session-insights';
import { readRoster, type RosterEntry } from '../../../contracts/enrolment/rosters';
import { readPricing, type Pricing } from '../../../contracts/payments/pricing';
import { readSession } from '../../../contracts/enrolment/sessions';
import { readStudyTiming } from '../../../contracts/research-data/study-timing';
import { useAuth } from '../lib/auth/auth.store';
import { aSession } from './a-session';
import {
  emptyServerRoutes,
  distantFuture,
  profileRoute,
  aUser,
  pricingWithoutFee,
} from './common-answers';
import { fakeServer, on, type FakeAnswer } from './fake-server';
import { renderPage } from './render-app';

const id = '0193a1b2-0000-7000-8000-000000000001';
export const session = aSession({ _id: id });
const euros = (amount: number) => ({ amount, currency: 'EUR' });
const progress: SessionProgress = {
  resolution: 'moment',
  as_of: '2026-11-02T10:00:00Z',
  curve: [],
  funnel: { enrolled: 5, started: 3, completed: 2, approved: 0 },
  states: [{ state: 'completed', people: 2 }],
  minutes: {
    ...{ people: 7, lower_quartile: 9, median: 12, upper_quartile: 15.5 },
    ...{ stated: 10, plausible: true },
  },
  hourly: euros(1500),
  cost: { approved: euros(0), to_review: euros(600), held: euros(600) },
  rate: { per_hour: 2, over_hours: 6 },
  full_at: '2026-11-02T13:00:00Z',
  timeline: [
    { what: 'launched', at: '2026-11-01T10:00:00Z', by: null, before: null, after: null },
    { what: 'capacity', at: '2026-11-01T11:00:00Z', by: null, before: '5', after: '10' },
  ],
};
type Entry = z.output<typeof RosterEntry>;
export const rosterEntry = (n: number, state: Entry['state']): Entry => ({
  entry: `e${n}`,
  tag: String(n).repeat(16),
  participation_id: null,
  state,
  first_name: null,
  last_name: null,
  email: null,
  day: '2026-11-02',
  since: null,
  minutes: null,
  data_withdrawn_on: null,
});

type Asked = ReturnType<typeof fakeServer>;
const totals = {
  open: 0,
  finished: 0,
  ended: 0,
  with_lost_records: 0,
  with_no_records: 0,
  with_few_records: 0,
  with_errors: 0,
  with_missing_files: 0,
  with_focus_lost: 0,
  never_began: 0,
  timed_out: 0,
  listed: 0,
  fast: 0,
  stalled: 0,
};
const notShared = { shown: false, document: null, withheld: 0 };

/**
 * What the server usually answers to requests about a session; a test may replace single answers.
 */
const usual = {
  session,
  minutes: progress.minutes,
  roster: [] as Entry[],
  conditions: { draw: null, resolution: 'moment', totals: null } as SessionConditions,
  totals,
  /**
   * Return the lists that the server sends; a test may replace these functions while the page is
   * shown.
   */
  runs: (_cursor?: string): FakeAnswer<typeof listRuns> => runListAnswer([]),
  errors: (): FakeAnswer<typeof listRunErrors> => runErrorsAnswer([]),
  files: [] as RunFile[],
  fair_pay: [] as Pricing['fair_pay'],
};
export type SessionFixture = typeof usual;

/** A list of runs as the server answers it. */
export const runListAnswer = (
  items: RunListEntry[],
  { next_cursor = null, ...counts }: Partial<typeof totals> & { next_cursor?: string | null } = {},
) => ({ status: 200 as const, body: { items, next_cursor, totals: { ...totals, ...counts } } });
export const runErrorsAnswer = (items: RunError[]) => ({
  status: 200 as const,
  body: { items, next_cursor: null },
});

export const aRun = (n: number, more: Partial<RunListEntry> = {}): RunListEntry => ({
  _id: `0193a1b2-0000-7000-8000-00000000000${n}`,
  tag: String(n).repeat(16),
  attempt: 1,
  state: 'finished',
  records: 12,
  lost: 0,
  bytes: 900,
  no_records: false,
  few_records: false,
  errors: 0,
  missing_files: 0,
  focus_lost: 0,
  fast: false,
  stalled: false,
  environment: { device: 'desktop', browser: 'firefox', isolated: true },
  day: '2026-11-02',
  last_day: '2026-11-02',
  ...more,
});

/**
 * Shows a part of a session's page to a researcher.
 * @returns the server's answers, which a test may change while the page is shown, and the requests
 * that the page sends
 */
export async function showSession({
  part = 'overview',
  ...more
}: Partial<Omit<SessionFixture, 'totals'>> & { part?: string } = {}): Promise<
  SessionFixture & { asked: Asked; sent: () => unknown[] }
> {
  const given = { ...usual, ...more };
  const asked = fakeServer(
    profileRoute(aUser({ is_researcher: true, organization: 'X', researcher_privilege: true })),
    on(readSession).answer({ status: 200, body: given.session }),
    on(readSessionProgress).answer({
      status: 200,
      body: {
        ...progress,
        minutes: given.minutes,
        hourly: given.minutes?.plausible ? progress.hourly : null,
      },
    }),
    on(readConditions).answer({ status: 200, body: given.conditions }),
    on(listRuns).answer(({ query }) => given.runs(query.cursor)),
    on(listRunErrors).answer(() => given.errors()),
    on(readSessionBatchDocument).answer({ status: 200, body: notShared }),
    on(readStudyTiming).answer({ status: 200, body: { sessions: [] } }),
    on(listRunFiles).answer(() => ({ status: 200, body: { items: given.files } })),
    on(readRoster).answer({ status: 200, body: { items: given.roster, next_cursor: null } }),
    on(readPricing).answer({
      status: 200,
      body: { ...pricingWithoutFee, fair_pay: given.fair_pay },
    }),
    on(decideOnManyParticipations).answer({ status: 200, body: { decided: 1, already: 0 } }),
    emptyServerRoutes,
  );
  useAuth.getState().signedIn('tok', distantFuture);
  renderPage(`/sessions/${id}#${part}`);
  await screen.findByRole('heading', { level: 1, name: 'Faces · Autumn' });
  const sent = () => asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return Object.assign(given, { asked, sent });
}
