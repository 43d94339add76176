import type { FrameMessage } from '../messages';
import { pathOf } from './page-path';

/** How long a page may take to begin a simulation, or to continue by itself. */
export const patienceMs = 5_000;

interface Page {
  readonly jatos?: { startNextComponent?: unknown };
}

/**
 * In a rehearsal of a study for JATOS, a page without a jsPsych that simulates would wait for a person.
 * This reports the page and begins the next component, as the page would do it.
 * @returns the function that takes jsPsych's messages and passes them on
 */
export function passPages(
  send: (message: FrameMessage) => void,
  page: Page = window as Page,
): (message: FrameMessage) => void {
  let isSimulating = false;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const pass = () => {
    const go = page.jatos?.startNextComponent;
    // For other pages the next one is unknown: the rehearsal then reports where it stopped.
    if (isSimulating || typeof go !== 'function') return;
    send({ type: 'passing_page', path: pathOf({ pathname: location.pathname, search: '' }) });
    (go as () => void)();
  };
  addEventListener('load', () => {
    waiting = setTimeout(pass, patienceMs);
  });
  addEventListener('pagehide', () => clearTimeout(waiting));
  return (message) => {
    if (message.type === 'simulating') isSimulating = true;
    send(message);
  };
}
