import { useEffect } from 'react';
import { useMutation } from '../../../../lib/http/use-mutation';

/**
 * Makes an action that redirects to another site. The action is busy until the visitor leaves the
 * page, and ready again when they return with the browser's back button.
 */
export function useExternalRedirect<V>(go: (values: V) => Promise<void>) {
  const leave = useMutation({ mutationFn: go });
  const { reset } = leave;
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset();
    };
    window.addEventListener('pageshow', back);
    return () => window.removeEventListener('pageshow', back);
  }, [reset]);
  return {
    leave: leave.mutate,
    busy: leave.isPending || leave.isSuccess,
    going: leave.variables,
    error: leave.error,
    reset,
  };
}
