import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  changeSession,
  listSessions,
  type Session,
} from '../../../../../contracts/enrolment/sessions';
import { listStudies, readStudy } from '../../../../../contracts/studies/studies';
import { ApiError, mutation } from '../../../lib/http/api';
import { useMutation } from '../../../lib/http/use-mutation';
import { type BulkAction, stateAfterBulkAction } from './bulk.rule';

/** How many requests run at the same time. More would delay the requests of other people. */
const atOnce = 4;

export interface FailedSession {
  session: Session;
  why: string;
}

/**
 * Applies an action to many sessions, and lists those that failed, with the reason. If the server
 * cannot be reached, no further request is sent.
 */
export function useBulkAction(bulk: BulkAction, sessions: readonly Session[]) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  const change = useMutation({ ...mutation(changeSession), each: ({ params }) => params.id });
  const [left, setLeft] = useState(sessions);
  const [undone, setUndone] = useState<readonly FailedSession[]>([]);
  /** The number of sessions to which the action was already sent; null if no action runs. */
  const [progress, setProgress] = useState<number | null>(null);

  const whyOf = (error: unknown) =>
    error instanceof ApiError && error.status > 0 && error.status < 500
      ? error.description
      : t(
          error instanceof ApiError && error.status === 0
            ? 'error.unreachable'
            : 'error.unexpected',
        );
  /** Runs the action. @returns how many sessions succeeded and how many failed */
  const run = async () => {
    const waiting = [...left];
    const reasons = new Map<string, string>();
    let unreachable: string | null = null;
    setProgress(0);
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (unreachable !== null) reasons.set(next._id, unreachable);
        else
          try {
            await change.mutateAsync({
              params: { id: next._id },
              body: { state: stateAfterBulkAction[bulk] },
            });
          } catch (error) {
            reasons.set(next._id, whyOf(error));
            if (error instanceof ApiError && error.status === 0) unreachable = whyOf(error);
          }
        setProgress((done) => (done ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await Promise.all(
      [listSessions, listStudies, readStudy].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    );
    const refused = left.flatMap((session) => {
      const why = reasons.get(session._id);
      return why === undefined ? [] : [{ session, why }];
    });
    setProgress(null);
    setUndone(refused);
    setLeft(refused.map(({ session }) => session));
    return { done: left.length - refused.length, undone: refused.length };
  };
  return { left, undone, progress, run };
}
