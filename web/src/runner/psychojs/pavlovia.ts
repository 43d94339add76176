import type { RequestAnswer, CaughtRequests, SentRequest } from '../frame/catch-requests';
import type { Commonlab } from '../frame/commonlab';
import { formFieldValues } from '../frame/form-fields';
import { splitLongText } from '../frame/long-text';
import { isRequestAnsweredInPage, isInStudyFolder } from '../frame/sent-data';
import { psychoJsEndOf } from './end-of.rule';
import type { PsychoJsPage } from './psychojs-page';
import type { PsychoJsRows } from './psychojs-rows';
import { mostLogCharacters, readLogs } from './read-logs';
import { parseTableRows } from './table-rows';

/*
 * Answers what PsychoJS requests from Pavlovia's server: its configuration, the opening of a
 * session, the storing of results, logs and recordings, and the end of the session, even while the
 * page is being left.
 */

const server = 'https://pavlovia.org';
const api = '/api/v2/';
/**
 * The path of Pavlovia's proxy for other websites. This class does not answer requests to it; they
 * go to Pavlovia if the study may connect to it.
 */
const proxy = `${api}proxy/`;
const session = /^\/api\/v2\/experiments\/[^/]+\/sessions(?:\/[^/]+(?:\/(.+?))?)?\/?$/;

type Values = Readonly<Record<string, unknown>>;

const good = (body: Values = {}): RequestAnswer => ({ status: 200, body });
const refused = (error: string): RequestAnswer => ({ status: 404, body: { error } });

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the values of a form's fields; the form may be an object, a text or JSON. */
function valuesOf(body: unknown): Values {
  if (body instanceof FormData || body instanceof URLSearchParams)
    return formFieldValues([...body]);
  if (typeof body !== 'string') return {};
  if (!body.startsWith('{')) return formFieldValues([...new URLSearchParams(body)]);
  try {
    const value = JSON.parse(body) as unknown;
    return isValues(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * Removes the time from a file's name. The names that PsychoJS makes contain the time, by which a
 * participant could be recognised.
 */
const withoutMoment = (name: string): string =>
  name.replace(/_?\d{4}-\d\d-\d\d_\d\dh\d\d\.\d\d\.\d{3}/g, '');

/**
 * The interval in minutes at which PsychoJS sends all of its rows. It is used only if the rows
 * cannot be read when PsychoJS adds them.
 */
const sentEachMinutes = 0.5;

export class PavloviaStandIn implements CaughtRequests {
  private readonly named = new Set<string>();
  /**
   * The logs that are still being unpacked. The end of the run waits for them, since nothing can be
   * stored after it.
   */
  private reading: Promise<unknown> = Promise.resolve();
  /** Whether the study has sent data in its own way, which the frame's first script records. */
  private isSent = false;

  constructor(
    private readonly commonlab: Commonlab,
    private readonly page: PsychoJsPage,
    private readonly rows: PsychoJsRows,
    private readonly load: (url: URL) => Promise<Response>,
  ) {}

  catches(sent: SentRequest): boolean {
    const { url, method } = sent;
    if (isRequestAnsweredInPage(sent) && !/^\/api\/condition\b/.test(url.pathname))
      this.isSent = true;
    if (!this.page.isHere) return false;
    if (url.origin === server)
      return url.pathname.startsWith(api) && !url.pathname.startsWith(proxy);
    return (
      method.toUpperCase() === 'GET' &&
      url.pathname.endsWith('/config.json') &&
      isInStudyFolder(url)
    );
  }

  async answer({ url, method, body }: SentRequest): Promise<RequestAnswer> {
    if (url.origin !== server) return good(await this.configuration(url));
    const found = session.exec(url.pathname);
    if (!found) return refused('NOT_KEPT_HERE');
    const [, part = ''] = found;
    const values = valuesOf(body);
    const isClosed = method.toUpperCase() === 'DELETE' || part === 'delete';
    if (isClosed) await this.close(String(values.isCompleted) === 'true', part !== 'delete');
    else if (part === '') return good(this.session());
    else if (part === 'results') await this.results(textIn(values.key), textIn(values.value));
    else if (part === 'logs') await (this.reading = this.logs(values));
    else if (part === 'media') return this.media(values.media);
    else if (/^media\/.+\/status$/.test(part)) return good({ status: 'COMPLETED' });
    else return refused('NOT_KEPT_HERE');
    return good();
  }

  /**
   * Returns the content of the study's configuration file, with additional fields that a session
   * needs. If the study has no configuration file, the result has only the additional fields.
   */
  private async configuration(url: URL): Promise<Values> {
    const own = await this.load(url)
      .then((response) => (response.ok ? (response.json() as Promise<unknown>) : {}))
      .catch(() => ({}));
    const values = isValues(own) ? own : {};
    const part = (name: string): Values => (isValues(values[name]) ? values[name] : {});
    const name = document.title.replace(/\s*\[PsychoPy3?\]\s*$/, '') || 'experiment';
    return {
      ...values,
      experiment: { name, fullpath: name, ...part('experiment') },
      gitlab: { projectId: 0, ...part('gitlab') },
      pavlovia: { ...part('pavlovia'), URL: server },
    };
  }

  private session(): Values {
    const areHeard = this.page.lists.length > 0;
    return {
      token: 'here',
      status: 'OPEN',
      experiment: {
        status2: 'RUNNING',
        saveFormat: 'CSV',
        saveIncompleteResults: true,
        runMode: 'CREDIT',
        keys: [],
        uploadThrottlePeriod: 0,
        ...(!areHeard && { partialResultsUploadPeriod: sentEachMinutes }),
      },
    };
  }

  private async results(key: string, text: string): Promise<void> {
    this.rows.amend();
    const rows = parseTableRows(text);
    if (rows.length === 0) {
      if (text.trim() !== '') await this.commonlab.text(text);
      return;
    }
    if (!this.rows.has(this.page.lists, rows)) this.rows.take(key, rows);
    if (this.named.has(key)) return;
    this.named.add(key);
    await this.commonlab.event({ type: 'sent', to: 'pavlovia', name: withoutMoment(key) });
  }

  /** Logs are stored unpacked, so that they can be searched for values that identify a person. */
  private async logs({ logs, compressed }: Values): Promise<void> {
    const read = await readLogs(textIn(logs), String(compressed) === 'true');
    if (!read) return;
    const events = splitLongText(read.text).map((text, i) => ({ type: 'log', part: i + 1, text }));
    const all = read.isCut
      ? [...events, { type: 'log_cut', characters: mostLogCharacters }]
      : events;
    await Promise.all(all.map((event) => this.commonlab.event(event)));
  }

  private async media(file: unknown): Promise<RequestAnswer> {
    if (!(file instanceof File)) return refused('NO_FILE');
    try {
      await this.commonlab.file(withoutMoment(file.name), file);
      return good({ uploadToken: 'here' });
    } catch (error) {
      const { code = 'NOT_KEPT_HERE' } = error as { code?: string };
      return refused(code);
    }
  }

  /**
   * Ends the session. If the study says that the session is completed, the run is finished. If the
   * participant stops in the middle, the page around the study asks whether the study is over. It
   * does not ask if the participant closes the page, since they may come back. A link to a next
   * page that the study sets itself is not followed (docs/domain.md, 6).
   */
  private async close(isCompleted: boolean, isAsked: boolean): Promise<void> {
    this.rows.amend();
    const said = this.commonlab.event({ type: 'end', successful: isCompleted });
    if (!isAsked) return;
    await Promise.all([said, this.reading]);
    const end = psychoJsEndOf({
      isCompleted,
      quit: this.page.quit,
      isSent: this.isSent,
      hasRows: this.page.lists.some((rows) => rows.length > 0),
    });
    if (end === 'finish') this.commonlab.finish();
    else this.commonlab.stop({ mayBeDone: end === 'ask' });
  }
}
