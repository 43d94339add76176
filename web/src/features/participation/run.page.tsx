import { useEffect } from 'react';

/**
 * The study's page is a separate document, which the server sends at this address (web/run.html). A person
 * who navigates here within the app, as after a sign-in, loads it by a reload.
 */
export function RunPage() {
  useEffect(() => location.reload(), []);
  return null;
}
