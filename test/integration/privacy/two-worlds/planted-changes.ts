import { createTransport } from 'nodemailer';
import type { PendingAnswer } from '../../../support/app/launch-app';
import type { Difference } from './compare';
import type { ExternalServices, ObservedWorld } from './world';
import type { SessionOfYesterday, StateAfterYesterday } from './yesterday';

/**
 * A careless change to the product, which makes one response depend on what participants did today.
 * One of the two compared histories (worlds) gets all these changes. No two changes affect the same
 * response.
 */
export interface PlantedChange {
  /** The operation at which the comparison of the two histories must report a difference. */
  readonly operation: string;
  readonly path: RegExp;
  /** Changes each response of the operation, given the number of steps taken today. */
  readonly change?: (answer: PendingAnswer, steps: number) => string | undefined;
  /**
   * For a leak by a channel other than a response: runs after the participant's act, and reveals
   * the act.
   */
  readonly tells?: (
    world: ObservedWorld,
    outside: ExternalServices,
    stage: SessionOfYesterday,
  ) => Promise<unknown>;
}

const changed =
  <T>(change: (body: T, steps: number) => void): PlantedChange['change'] =>
  ({ payload }, steps) => {
    const body = JSON.parse(payload) as T;
    change(body, steps);
    return JSON.stringify(body);
  };
interface Item {
  [name: string]: unknown;
}
interface List {
  items?: Item[];
}

export const plantedChanges: Readonly<Record<string, PlantedChange>> = {
  'a decision about many that is judged by the present state': {
    operation: 'POST /api/sessions/{id}/decisions/',
    path: /^\.(status|body\.fields)/,
    change({ body, reply }) {
      const { decisions } = body as { decisions: { tag: string }[] };
      reply.code(400);
      const fields = decisions.map((_, i) => ({
        path: `decisions.${i}.tag`,
        code: 'not_possible_now',
      }));
      return JSON.stringify({ status: 400, code: 'validation_failed', fields });
    },
  },
  'a count of people': {
    operation: 'GET /api/sessions/{id}/progress/',
    path: /^\.body\.funnel\.completed$/,
    change: changed<{ funnel?: Item }>(({ funnel }, steps) => {
      if (funnel) funnel.completed = Number(funnel.completed) + steps;
    }),
  },
  'how many runs an export left out': {
    operation: 'GET /api/studies/{id}/exports/',
    path: /left_out\.damaged$/,
    change: changed<List>(({ items = [] }, steps) => {
      for (const { left_out } of items)
        if (left_out) (left_out as Item).damaged = Number((left_out as Item).damaged) + steps;
    }),
  },
  'the order of a list': {
    operation: 'GET /api/sessions/{id}/roster/',
    path: /^\.body\.items\[\d+\]\.tag$/,
    change: changed<List>(({ items = [] }, steps) => {
      for (let i = 0; i < steps; i++) items.unshift(...items.splice(-1));
    }),
  },
  'a page that is cut before it is filtered': {
    operation: 'GET /api/sessions/{id}/conversations/',
    path: /^\.body\.pages\.lengths/,
    // The page is empty, since a filter hides its only row, but the cursor still contains the
    // address of that row.
    change: ({ payload, query: { limit, cursor } }) =>
      limit === '1' && cursor === undefined
        ? JSON.stringify({ ...(JSON.parse(payload) as List), items: [] })
        : payload,
  },
  'a moment': {
    operation: 'GET /api/studies/{id}/timing/',
    path: /^\.body\.sessions\[\d+\]\.as_of$/,
    change: changed<{ sessions?: Item[] }>(({ sessions = [] }, steps) => {
      for (const one of sessions) one.as_of = new Date(steps * 1_000).toISOString();
    }),
  },
  'a header': {
    operation: 'GET /api/sessions/{id}/slots/',
    path: /^\.headers\.x-changed$/,
    change({ reply }, steps) {
      reply.header('x-changed', String(steps));
      return undefined;
    },
  },
  'the length of an answer that says the same': {
    operation: 'GET /api/studies/{id}/collaborators/',
    path: /^\.padding$/,
    change: ({ payload }, steps) => payload + ' '.repeat(steps),
  },
  'a budget that participants spend, too': {
    operation: 'PUT /api/sessions/{id}/slots/',
    path: /^\.(status|headers\.retry-after)$/,
    change({ reply }, steps) {
      reply.code(429);
      reply.header('retry-after', String(steps));
      return JSON.stringify({ status: 429, code: 'too_many_requests' });
    },
  },
  'the words of a refusal': {
    operation: 'POST /api/studies/{id}/transfer/',
    path: /^\.body\.description$/,
    change: changed<Item>((body, steps) => {
      body.description = `${String(body.description)} (${steps})`;
    }),
  },
  'a push to a page': {
    operation: 'live planted',
    path: /.*/,
    tells: ({ push }, _outside, { r }) =>
      Promise.resolve(push('planted', { session_id: r.session_id })),
  },
  'an email to the owner': {
    operation: 'mail',
    path: /^\.subject$/,
    tells: ({ owner }, { inbox }) =>
      createTransport(inbox.url).sendMail({
        from: 'a@b.test',
        to: owner.email,
        subject: 'Now',
        text: 'Now',
      }),
  },
  'a message of a webhook': {
    operation: 'webhook',
    path: /^\.type$/,
    tells: (_world, { receiver }, { r }) =>
      fetch(receiver.url, {
        method: 'POST',
        body: JSON.stringify({ type: 'session.changed', data: { session_id: r.session_id } }),
      }),
  },
};

/** Makes the server of one of the two compared histories apply the careless changes. */
export function applyPlantedChanges({
  today,
  stages,
}: Pick<StateAfterYesterday, 'today' | 'stages'>) {
  const changes = Object.values(plantedChanges).flatMap(({ operation, change }) => {
    const [method = '', path = ''] = operation.split(' ');
    const address = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return change ? [{ method, address, change }] : [];
  });
  return async (answer: PendingAnswer): Promise<string | undefined> => {
    const found = changes.find(
      ({ method, address }) => method === answer.method && address.test(answer.path),
    );
    if (!found) return undefined;
    const [{ steps }] = await answer.source.query<[{ steps: number }]>(
      `SELECT count(*)::int AS steps FROM research.participation_move m
       JOIN research.participation p ON p.id = m.participation_id
       WHERE m.at >= $1 AND m.at < $2 AND p.session_id = ANY($3::uuid[])`,
      [new Date(today), new Date(today + 11 * 3_600_000), stages.map(({ r }) => r.session_id)],
    );
    return steps > 0 ? found.change(answer, steps) : undefined;
  };
}

export const isDetected = (
  { operation, path }: PlantedChange,
  found: readonly Difference[],
): boolean => found.some((one) => one.operation === operation && path.test(one.path));
