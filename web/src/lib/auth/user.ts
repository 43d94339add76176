import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { readProfile, type User } from '../../../../contracts/accounts/accounts';
import { query } from '../http/api';
import { useAuth } from './auth.store';
import { type HeaderUser, storeHeaderUser, readHeaderUser } from './last-header';

export type { User };

/** Returns the query for the signed-in user's profile; live messages invalidate it. */
export const profileQuery = () => query(readProfile);

export interface UserQueryState {
  user: User | null;
  /** Whether the profile of the signed-in user is still being fetched. */ loading: boolean;
  error: Error | null;
}

/**
 * Returns the signed-in user. The profile is fetched only while a token cookie exists
 * (docs/specification.md, 4).
 */
export function useUser(): UserQueryState {
  const token = useAuth((s) => s.token);
  const { data, error, isPending } = useQuery({
    ...profileQuery(),
    enabled: token !== null,
    staleTime: 60_000,
  });
  if (token === null) return { user: null, loading: false, error: null };
  return { user: data ?? null, loading: isPending, error: data ? null : error };
}

/**
 * Returns the person whom the header shows. While the profile loads after a reload, this is the
 * person whom the header showed before. Null: no person is signed in. Undefined: the person is not
 * known yet.
 */
export function useHeaderUser(): HeaderUser | null | undefined {
  const { user, loading } = useUser();
  const token = useAuth((s) => s.token);
  const kept = useMemo(() => (token === null ? null : readHeaderUser(token)), [token]);
  useEffect(() => {
    if (token !== null && user) storeHeaderUser(token, user);
  }, [token, user]);
  return user ?? (loading ? (kept ?? undefined) : null);
}
