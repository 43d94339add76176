import { useEffect } from 'react';

/**
 * The page that runs a study is a separate document, which the server sends at this address
 * (web/run.html). If the app itself navigates here, for example after a sign-in, this component
 * reloads the page, so that the document is loaded.
 */
export function RunPage() {
  useEffect(() => location.reload(), []);
  return null;
}
