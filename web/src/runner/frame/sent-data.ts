import type { FrameMessage } from '../messages';
import type { Commonlab } from './commonlab';
import { formFieldValues } from './form-fields';
import type { RequestAnswer, CaughtRequests, SentRequest } from './catch-requests';
import {
  LabJsRows,
  labJsPayloadOfMessage,
  labJsPayloadOf,
  type LabJsPayload,
} from './lab/lab-rows';
import { studyFolderOf } from './page-path';

/*
 * Records data that studies send by requests, and answers these requests in the page: requests to
 * DataPipe (pipe.jspsych.org), and every POST to the study's own folder, since no server
 * script runs there. Examples are lab.js' Transmit plugin, and `write_data.php` of jsPsych's
 * examples. Another script answers the requests of PsychoJS (../psychojs/psychojs.ts).
 */

const pipe = 'https://pipe.jspsych.org';
/**
 * The study's folder, from the last address of this page that contained it. `history.pushState` may
 * have changed the address since then.
 */
let lastFolder: string | undefined;
const folderAround = ({ pathname }: URL): string | undefined =>
  (lastFolder = studyFolderOf(pathname) ?? lastFolder);
/**
 * Whether an address is in the study's folder. A script may have moved the page's own address out
 * of the folder. Then every address of the same origin counts as one in the folder.
 */
export const isInStudyFolder = ({ origin, pathname }: URL): boolean => {
  const here = new URL(document.baseURI);
  const folder = folderAround(here);
  if (folder === undefined || origin !== here.origin) return false;
  return pathname.startsWith(folder) || !here.pathname.startsWith(folder);
};
export const isRequestAnsweredInPage = ({ url, method }: SentRequest): boolean =>
  method.toUpperCase() === 'POST' && (url.origin === pipe || isInStudyFolder(url));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
const isValues = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textIn = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
const bytesOf = async (body: BodyInit | ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(body).arrayBuffer());

/**
 * Returns the text of a body; for a form, its fields as JSON. A text that is available at once is
 * not wrapped in a promise, since otherwise a later request could overtake it.
 * @returns undefined for a body that is not text, such as a picture or a sound
 */
function textOf(body: unknown): string | undefined | Promise<string | undefined> {
  if (typeof body === 'string') return body;
  if (body === undefined || body === null) return '';
  if (body instanceof URLSearchParams || body instanceof FormData) {
    const fields = [...body];
    return fields.every(([, value]) => typeof value === 'string')
      ? JSON.stringify(formFieldValues(fields))
      : undefined;
  }
  if (!(body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body)))
    return undefined;
  return bytesOf(body as BodyInit).then(async (bytes) => {
    const [first, second] = bytes;
    if (first !== 0x1f || second !== 0x8b) return textIn(bytes);
    const unzipped = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return textIn(await bytesOf(unzipped));
  });
}

/**
 * Returns the files of a form; a field without a chosen file has neither a name nor bytes and is
 * left out.
 */
const filesIn = (form: FormData): File[] =>
  [...form.values()].filter(
    (value): value is File => typeof value !== 'string' && (value.size > 0 || value.name !== ''),
  );

/** The value for a body that could not be read as text. */
const unreadable = {};

/** Makes an error response in the form that DataPipe uses. */
const refused = (error: string): RequestAnswer => ({
  status: 400,
  body: { error, message: error },
});

/** Records the data that a study sends in its own way. */
export class SentDataRecords implements CaughtRequests {
  private readonly lab: LabJsRows;
  /** The sent data that is still being read. */
  private readonly reading = new Set<Promise<unknown>>();

  constructor(
    private readonly commonlab: Commonlab,
    send: (message: FrameMessage) => void,
    /** Whether lab.js' rows are read from its store; then the rows that it sends are duplicates (lab-store.ts). */
    private readonly areRead: () => boolean = () => false,
  ) {
    this.lab = new LabJsRows(send);
    // Reads the folder now, before scripts of the study change the page's address.
    folderAround(new URL(document.baseURI));
  }

  catches(sent: SentRequest): boolean {
    return isRequestAnsweredInPage(sent);
  }

  /** Whether this page has passed all sent data to the runner. */
  get isIdle(): boolean {
    return this.reading.size === 0;
  }
  /** Resolves when `isIdle` becomes true. */
  async idle(): Promise<void> {
    while (this.reading.size > 0) await Promise.allSettled([...this.reading]);
  }

  /** Answers a request that sends data. @returns the response, once the data is stored, as with `commonlab.text()` */
  answer({ url, method, body }: SentRequest): Promise<RequestAnswer> {
    if (body instanceof Promise) {
      const answer = body
        .catch(() => unreadable)
        .then((known: unknown) => this.answer({ url, method, body: known }));
      this.reading.add(answer);
      return answer.finally(() => this.reading.delete(answer));
    }
    if (url.origin !== pipe && body instanceof FormData && filesIn(body).length > 0)
      return this.upload(body);
    const answered = (text: string | undefined): Promise<RequestAnswer> => {
      if (text === undefined) return Promise.resolve(refused('ONLY_TEXT_IS_KEPT_HERE'));
      return url.origin === pipe ? this.pipe(url.pathname, parsed(text)) : this.own(text);
    };
    const text = textOf(body);
    if (!(text instanceof Promise)) return answered(text);
    const read = text.catch(() => undefined);
    this.reading.add(read);
    return read.then((known) => {
      // `answered` passes the records to the runner. Only after that, the data counts as read.
      const answer = answered(known);
      this.reading.delete(read);
      return answer;
    });
  }

  /** Handles a message of the study to its parent page. @returns whether the message contains data of the study */
  hears(message: unknown): boolean {
    const payload = labJsPayloadOfMessage(message);
    if (payload) this.rows(payload);
    return payload !== undefined;
  }

  private rows(payload: LabJsPayload): void {
    if (!this.areRead()) this.lab.take(payload);
    // When a study is over, lab.js sends all of its data at once and nothing afterwards.
    if (payload.isAll) this.commonlab.finish();
  }

  private async pipe(path: string, body: unknown): Promise<RequestAnswer> {
    if (/^\/api\/condition\/?$/.test(path)) {
      const condition = dataPipeConditionNumber(this.commonlab.condition);
      return condition === undefined
        ? refused('CONDITION_ASSIGNMENT_NOT_ACTIVE')
        : { status: 200, body: { message: 'Success', condition } };
    }
    if (!/^\/api\/data\/?$/.test(path)) return refused('FILES_ARE_NOT_KEPT_HERE');
    if (!isValues(body) || typeof body.data !== 'string') return refused('MISSING_PARAMETER');
    const { commonlab } = this;
    await Promise.all([
      commonlab.event({ type: 'sent', to: 'datapipe', name: body.filename ?? null }),
      commonlab.text(body.data),
    ]);
    return { status: 201, body: { message: 'Success' } };
  }

  /** Records a form with files: each file becomes a file of the run, and the other fields become a trial that names these files. */
  private async upload(form: FormData): Promise<RequestAnswer> {
    const fields = formFieldValues(
      [...form].map(([name, value]): [string, string] => [
        name,
        typeof value === 'string' ? value : value.name,
      ]),
    );
    const { commonlab } = this;
    const kept = [
      commonlab.record(fields),
      ...filesIn(form).map((file) => commonlab.file(file.name, file)),
    ];
    const all = Promise.all(kept);
    this.reading.add(all);
    try {
      await all;
      return { status: 200, body: {} };
    } catch (error) {
      const { code = 'NOT_KEPT_HERE' } = error as { code?: string };
      return refused(code);
    } finally {
      this.reading.delete(all);
    }
  }

  private async own(text: string): Promise<RequestAnswer> {
    const body = parsed(text);
    const payload = labJsPayloadOf(body);
    if (payload) {
      this.rows(payload);
      return { status: 200, body: {} };
    }
    const file = isValues(body) && typeof body.filedata === 'string' ? body.filedata : text;
    await this.commonlab.text(file);
    return { status: 200, body: {} };
  }
}

/**
 * Returns the number of the drawn condition, which DataPipe counts from 0. It is the condition's
 * value `condition`. If that is not a whole number, it is the condition's name.
 * @returns undefined if neither is a whole number
 */
export function dataPipeConditionNumber(condition: unknown): number | undefined {
  if (!isValues(condition)) return undefined;
  const [found] = [condition.condition, condition.name]
    .map((one) => (typeof one === 'string' && one.trim() !== '' ? Number(one) : one))
    .filter((one) => typeof one === 'number' && Number.isInteger(one));
  return found as number | undefined;
}
