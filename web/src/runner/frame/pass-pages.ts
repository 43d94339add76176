import type { FrameMessage } from '../messages';
import { pagePathOf } from './page-path';

/** How long a page may take to begin a simulation, or to move on by itself. */
export const pageTimeoutMs = 5_000;

interface Page {
  readonly jatos?: { startNextComponent?: unknown };
}

/**
 * Moves a rehearsal past pages that cannot be simulated. In a study for JATOS, a page on which no
 * jsPsych simulates would wait for a person. This function reports the page and begins the next
 * component, as the page itself would do.
 * @returns a function that receives jsPsych's messages and passes them on
 */
export function skipPagesNotSimulated(
  send: (message: FrameMessage) => void,
  page: Page = window as Page,
): (message: FrameMessage) => void {
  let isSimulating = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const pass = () => {
    const go = page.jatos?.startNextComponent;
    // In other studies the next page is unknown, so the rehearsal stops at this page and reports
    // it.
    if (isSimulating || typeof go !== 'function') return;
    send({ type: 'passing_page', path: pagePathOf({ pathname: location.pathname, search: '' }) });
    (go as () => void)();
  };
  addEventListener('load', () => {
    waiting = setTimeout(pass, pageTimeoutMs);
  });
  addEventListener('pagehide', () => clearTimeout(waiting));
  return (message) => {
    if (message.type === 'simulating') isSimulating = true;
    send(message);
  };
}
