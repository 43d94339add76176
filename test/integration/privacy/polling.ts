import type { SessionTiming } from '../../../contracts/research-data/study-timing';
import type { RunningApp } from '../../support/app/app';
import { isLongTestRun } from '../../support/chance/lanes';
import type { TestPerson } from '../../support/people/people';
import { apiTokenRequestsOf } from '../api-tokens/tokens';
import { injectedRequestsOf } from '../enrolment/direct-requests';
import { factsInResponse } from './crawl';
import type { ObservedFact } from './facts';
import type { HistorySession } from './studies-of-history';

/**
 * Starts three observers: a program with an API token of the researcher that reads the roster of a
 * session repeatedly, a page that reads other lists with tags or conditions, and a program that
 * probes which decisions are possible. Each notes the time at which it first saw the content of a
 * line.
 */
export async function startPolling(run: RunningApp, researcher: TestPerson) {
  const { token } = await apiTokenRequestsOf(run).make(researcher, { scopes: ['export'] });
  const program: TestPerson = { ...researcher, headers: { authorization: `Bearer ${token}` } };
  const { token: managing } = await apiTokenRequestsOf(run).make(researcher, {
    scopes: ['manage'],
  });
  const manager: TestPerson = { ...researcher, headers: { authorization: `Bearer ${managing}` } };
  const { ask } = injectedRequestsOf(run);
  /** The tags that the roster of each session has shown. */
  const linesOf = new Map<string, Set<string>>();
  const known = new Set<string>();
  const facts: ObservedFact[] = [];
  const timing = async (study: string) => {
    const path = `/api/studies/${study}/timing/`;
    const { status, body } = await ask<{ sessions: SessionTiming[] }>('GET', path, researcher);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    for (const row of body.sessions) {
      const text = JSON.stringify(row);
      if (known.has(text)) continue;
      known.add(text);
      facts.push({ place: 'polled timing', row: { ...row, seen_at: run.clock.now() } });
    }
  };
  let turn = 0;
  /**
   * Probes which decisions are possible. A request makes all of its decisions or none: with an
   * unknown tag it changes nothing, and its response lists each impossible decision. So a program
   * can probe all lines repeatedly.
   */
  const decisions = async (session: string) => {
    const path = `/api/sessions/${session}/decisions/`;
    const tags = [...(linesOf.get(session) ?? [])];
    turn = (turn + 1) % probes.length;
    // The short run probes one decision after each step, in turn; the long run probes all.
    for (const decision of isLongTestRun ? probes : probes.slice(turn, turn + 1)) {
      const asked = ['f'.repeat(16), ...tags].map((tag) => ({ tag, decision }));
      const { status, body } = await ask<Refused>('POST', path, manager, { decisions: asked });
      if (status !== 400) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      const faults = new Map(body.fields.map((fault) => [fault.path, fault.code]));
      for (const [index, tag] of tags.entries()) {
        const told = faults.get(`decisions.${index + 1}.tag`) ?? null;
        const text = `${path} ${tag} ${decision.action} ${told}`;
        if (known.has(text)) continue;
        known.add(text);
        const row = { tag, told, action: decision.action, seen_at: run.clock.now() };
        facts.push({ place: 'polled decisions', row });
      }
    }
  };
  return {
    facts,
    async poll({ _id, is_hosted, study }: Polled): Promise<void> {
      for (const [list, who] of [
        ['roster', program],
        // Participants return only from the website of an external study.
        ...(study.external || isLongTestRun ? ([['external-returns', researcher]] as const) : []),
        ...(is_hosted
          ? ([
              ['runs', researcher],
              ['conditions', researcher],
            ] as const)
          : []),
      ] as const) {
        const path = `/api/sessions/${_id}/${list}/`;
        const { status, body } = await ask('GET', path, who);
        if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
        for (const { row } of factsInResponse(path, entriesIn(body))) {
          // The address of a line changes with each reading.
          const line = { ...row, entry: null };
          if (list === 'roster' && typeof row.tag === 'string')
            linesOf.set(_id, (linesOf.get(_id) ?? new Set()).add(row.tag));
          const text = `${path} ${JSON.stringify(line)}`;
          if (known.has(text)) continue;
          known.add(text);
          facts.push({ place: `polled ${list}`, row: { ...line, seen_at: run.clock.now() } });
        }
      }
      if (is_hosted) await timing(study._id);
      if (linesOf.has(_id)) await decisions(_id);
    },
  };
}

interface Refused {
  fields: { path: string; code: string }[];
}
const probes = [
  { action: 'approve' },
  { action: 'screen-out' },
  { action: 'nullify', reason: 'Tested only' },
  { action: 'overturn', reason: 'Tested only' },
];

type Polled = Pick<HistorySession, '_id' | 'is_hosted' | 'study'>;

/**
 * Finds the entries in a response: a list, arrivals from an external study, or totals of
 * conditions.
 */
const entriesIn = (body: object): unknown => {
  if ('items' in body) return body;
  if ('arrived' in body) return body.arrived;
  return 'totals' in body ? body.totals : [];
};
