import { linkOf, onSubmit } from '../shadow-roots';

const scheme = /^\s*javascript:/i;

/** The code of a link or of a form that is no address; undefined for all others. */
export function codeOf(address: string | null): string | undefined {
  if (address === null || !scheme.test(address)) return undefined;
  const code = address.replace(scheme, '');
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}

/** As a browser runs it: in the page's own scope. */
const runInPage = (code: string): unknown => (0, eval)(code);

/**
 * Browsers run no `javascript:` link in a frame without an origin: a study that ends by one would not end.
 * What the page's own scripts do with a click, or with a form, comes first.
 */
export function runScriptLinks(run: (code: string) => unknown = runInPage): void {
  const take = (event: Event, address: string | null) => {
    const code = event.defaultPrevented ? undefined : codeOf(address);
    if (code === undefined) return;
    event.preventDefault();
    run(code);
  };
  addEventListener('click', (event) => {
    const link = linkOf(event, 'a[href], area[href]');
    if (link) take(event, link.getAttribute('href'));
  });
  onSubmit((event) => {
    const { target, submitter } = event;
    if (!(target instanceof HTMLFormElement)) return;
    take(event, submitter?.getAttribute('formaction') ?? target.getAttribute('action'));
  });
}
