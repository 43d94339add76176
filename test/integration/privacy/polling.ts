import type { SessionTiming } from '../../../contracts/study-timing';
import type { RunningApp } from '../../support/app';
import type { TestPerson } from '../../support/people';
import { tokensOf } from '../api-tokens/tokens';
import { askingOf } from '../enrolment/asking';
import { factsIn } from './crawl';
import type { Fact } from './facts';
import type { SessionOf } from './studies-of-history';

/**
 * A program with an API token of the researcher that asks for the roster of a session again and again,
 * and a page that does so for what else has tags or conditions, and the moment at which each line first
 * looked so.
 */
export async function polling(run: RunningApp, researcher: TestPerson) {
  const { token } = await tokensOf(run).make(researcher, { scopes: ['export'] });
  const program: TestPerson = { ...researcher, headers: { authorization: `Bearer ${token}` } };
  const { ask } = askingOf(run);
  const known = new Set<string>();
  const facts: Fact[] = [];
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
  return {
    facts,
    async poll({ _id, is_hosted, study }: Polled): Promise<void> {
      for (const [list, who] of [
        ['roster', program],
        ['external-returns', researcher],
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
        for (const { row } of factsIn(path, entriesIn(body))) {
          // The address of a line is another one each time.
          const line = { ...row, entry: null };
          const text = `${path} ${JSON.stringify(line)}`;
          if (known.has(text)) continue;
          known.add(text);
          facts.push({ place: `polled ${list}`, row: { ...line, seen_at: run.clock.now() } });
        }
      }
      if (is_hosted) await timing(study._id);
    },
  };
}

type Polled = Pick<SessionOf, '_id' | 'is_hosted' | 'study'>;

/** Of a list, of what arrived from an external study, of the totals of conditions. */
const entriesIn = (body: object): unknown => {
  if ('items' in body) return body;
  if ('arrived' in body) return body.arrived;
  return 'totals' in body ? body.totals : [];
};
