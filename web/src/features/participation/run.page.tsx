import { useEffect } from 'react';

/**
 * The page around a study is a document of its own, which the server sends at this address
 * (web/run.html). A person who comes here within the app, as after a sign-in, loads it.
 */
export function RunPage() {
  useEffect(() => location.reload(), []);
  return null;
}
