import { unzipSync } from 'fflate';
import { researcherRunRecords } from '../../../contracts/runtime/stored-records';
import type { RunningApp } from '../../support/app/app';
import type { TestPerson } from '../../support/people/people';
import type { ObservedFact } from './facts';

/** Reads the records of each run in the lists that the person can read. */
export async function readRecordsOfRuns(
  run: RunningApp,
  who: TestPerson,
  seen: readonly ObservedFact[],
): Promise<ObservedFact[]> {
  const lists = seen.filter(({ place }) => /^\/api\/sessions\/[^/]+\/runs\/$/.test(place));
  const runs = new Set(lists.flatMap(({ row }) => (typeof row._id === 'string' ? row._id : [])));
  const facts: ObservedFact[] = [];
  for (const id of runs) {
    const url = `/api/runs/${id}/records/`;
    const answer = await run.app.inject({ method: 'GET', url, headers: who.headers });
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
    for (const line of answer.payload.split('\n').filter(Boolean))
      facts.push({
        place: researcherRunRecords.path,
        row: { run_id: id, ...(JSON.parse(line) as ObservedFact['row']) },
      });
  }
  return facts;
}

/** Reads the rows of each table in the exports to which the person's lists link. */
export async function readExportRows(
  run: RunningApp,
  seen: readonly ObservedFact[],
): Promise<ObservedFact[]> {
  const addresses = new Map<unknown, string>();
  for (const { place, row } of seen) {
    const list = /^\/api\/(studies\/[^/]+\/exports|classrooms\/[^/]+\/pools)\/$/.test(place);
    const { _id, download_url } = (row.export ?? row) as ObservedFact['row'];
    if (list && typeof download_url === 'string') addresses.set(_id, download_url);
  }
  const facts: ObservedFact[] = [];
  for (const address of addresses.values()) {
    const { pathname, search } = new URL(address);
    const answer = await run.app.inject({ method: 'GET', url: `${pathname}${search}` });
    if (answer.statusCode !== 200) throw new Error(`${pathname}: ${answer.statusCode}`);
    for (const [name, bytes] of Object.entries(unzipSync(answer.rawPayload))) {
      const text = Buffer.from(bytes).toString('utf8');
      const content = contentOf(name, text);
      for (const row of Array.isArray(content) ? content : [content])
        facts.push({ place: `export ${name}`, row: row as ObservedFact['row'] });
    }
  }
  return facts;
}

function contentOf(name: string, text: string): unknown {
  if (name.endsWith('.md')) return { text };
  if (!name.endsWith('.jsonl')) return JSON.parse(text);
  const lines = text.split('\n').filter(Boolean);
  return lines.map((line): unknown => JSON.parse(line));
}
