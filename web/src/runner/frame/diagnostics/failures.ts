import { onShadowRoot } from '../shadow-roots';

type Tell = (event: Readonly<Record<string, unknown>>) => void;

/**
 * The highest number of addresses that one document reports: `own` of the study's own files, and
 * `others` of all other files.
 */
const most = { own: 20, others: 20 };
const longest = 300;
/**
 * How long to wait after an element has failed to load, in milliseconds. If the content security
 * policy has blocked the element, an event of the policy follows, which names the reason.
 */
const policyWithinMs = 100;

/** Addresses of scripts that extensions of the participant's browser add to the page. */
const ofBrowser = /^(?!https?:|wss?:)[a-z-]+:/i;
/** Matches the folder of a run. Its key is secret, so only the rest of the address is reported. */
const ownFolder = /^https?:\/\/[^/]+\/(?:s\/[^/]+|.*?publix\/[^/]+\/[^/]+)\//;

/**
 * Removes from an address the parts that may identify a participant: its query, and the key of the
 * run.
 * @returns undefined if the address does not begin with http or ws, for example if it belongs to a
 * browser extension
 */
export function reportedAddress(address: string): { address: string; isOwn: boolean } | undefined {
  const bare = address.replace(/[?#].*$/s, '').slice(0, longest);
  if (!/^(https?|wss?):\/\//i.test(bare)) return undefined;
  const path = bare.replace(ownFolder, '');
  return { address: path, isOwn: path !== bare };
}

type Addresses = Partial<Record<'src' | 'href' | 'data' | 'currentSrc', string>>;
/**
 * Returns the address of an element's file. If the element shows the copy of a file that was loaded
 * in advance (loaded-files.ts), this is the address of the file, not that of the copy.
 */
const sourceOf = (element: Element & Addresses): string =>
  [element.currentSrc, element.src, element.href, element.data].find((one) =>
    // The address of an SVG element is an object and not a text, so this search skips it.
    /^http/.test(one ?? ''),
  ) ?? '';

/**
 * Reports what the content security policy of the study's files blocks, and which files the study
 * cannot load. Each address is reported once, up to a limit: a loop in the page must not fill the
 * run with reports.
 */
export class LoadFailures {
  private readonly blocked = new Set<string>();
  private readonly told = new Set<string>();
  private readonly left = { ...most };

  constructor(private readonly tell: Tell) {}

  /**
   * Reports an address that a policy blocked.
   * @param source the requesting script, if the browser names it
   */
  block(address: string, directive: string, source: string): void {
    if (ofBrowser.test(source)) return;
    const told = reportedAddress(address);
    if (!told) return;
    this.blocked.add(told.address);
    this.say(told, { type: 'blocked', address: told.address, directive });
  }

  /** @param element the element's name, or `fetch` and similar names for a request */
  fail(address: string, element: string): void {
    const told = reportedAddress(address);
    if (!told) return;
    setTimeout(() => {
      if (!this.blocked.has(told.address))
        this.say(told, { type: 'load_failed', address: told.address, element });
    }, policyWithinMs);
  }

  private say({ address, isOwn }: { address: string; isOwn: boolean }, event: Parameters<Tell>[0]) {
    const of = isOwn ? 'own' : 'others';
    if (this.told.has(address) || this.left[of] <= 0) return;
    this.told.add(address);
    this.left[of]--;
    this.tell(event);
  }
}

/** Starts listening in this document; called before any script of the study runs. */
export function reportLoadFailures(tell: Tell): void {
  const failures = new LoadFailures(tell);
  document.addEventListener('securitypolicyviolation', (event) => {
    if (event.disposition === 'enforce')
      failures.block(event.blockedURI, event.effectiveDirective, event.sourceFile);
  });
  const failed = ({ target }: Event) => {
    if (target instanceof Element) failures.fail(sourceOf(target), target.localName);
  };
  addEventListener('error', failed, true);
  onShadowRoot((root) => root.addEventListener('error', failed, true));

  const realFetch = window.fetch.bind(window);
  window.fetch = (input, init) => {
    const noted = (error: unknown) => {
      const address = typeof input === 'string' || input instanceof URL ? String(input) : input.url;
      // If the study has aborted the request itself, that is not a failure.
      if (!(error instanceof DOMException)) failures.fail(fullOf(address), 'fetch');
      throw error;
    };
    return realFetch(input, init).catch(noted);
  };
  const asked = new WeakMap<XMLHttpRequest, string>();
  const { open } = XMLHttpRequest.prototype as { open: (...given: unknown[]) => void };
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
    if (!asked.has(this))
      this.addEventListener('error', () => failures.fail(asked.get(this) ?? '', 'xhr'));
    asked.set(this, fullOf(String(given[1])));
    open.apply(this, given);
  };
}

const fullOf = (address: string): string => {
  try {
    return new URL(address, document.baseURI).href;
  } catch {
    return '';
  }
};
