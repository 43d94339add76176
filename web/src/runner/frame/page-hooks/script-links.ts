import { clickedLinkOf, onSubmitInAnyTree } from '../shadow-roots';

const scheme = /^\s*javascript:/i;

/**
 * Returns the code of a `javascript:` address of a link or form; undefined for all other addresses.
 */
export function codeOfScriptLink(address: string | null): string | undefined {
  if (address === null || !scheme.test(address)) return undefined;
  const code = address.replace(scheme, '');
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** Runs code in the page's global scope, as a browser does. */
const runInPage = (code: string): unknown => (0, eval)(code);

/**
 * Runs the code of links with a `javascript:` address. Browsers do not run it in a frame with an
 * opaque origin, so a study that ends by such a link would never end. The page's own listeners for
 * the click or the form run first.
 */
export function runScriptLinks(run: (code: string) => unknown = runInPage): void {
  const take = (event: Event, address: string | null) => {
    const code = event.defaultPrevented ? undefined : codeOfScriptLink(address);
    if (code === undefined) return;
    event.preventDefault();
    run(code);
  };
  addEventListener('click', (event) => {
    const link = clickedLinkOf(event, 'a[href], area[href]');
    if (link) take(event, link.getAttribute('href'));
  });
  onSubmitInAnyTree((event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement)) return;
    take(event, submitter?.getAttribute('formaction') ?? target.getAttribute('action'));
  });
}
