import { jatosIdsOf } from '../../../../contracts/runtime/jatos-ids.rule';
import { batchFunctions, BatchChanged, BatchSession } from './batch-session';
import { connectionFunctions } from './connection-names';
import { deferred, thenable, type Thenable } from './deferred';
import { readCurrentComponent, type CurrentComponent } from './description';
import { ComponentFlow, isFunction, studySessionDataKey } from './flow';
import { removeOverlay, showOverlay, whenThereIsABody } from '../overlay';
import { showAbortButton } from './abort-button';
import { commonlabWithoutRun } from './without-run';
import { readDownloadedFile, storeUploadedFile } from './result-files';
import { ComponentResults } from './results';
import { unsupportedFunctions } from './unsupported';

/*
 * The object `jatos` for studies that were made for JATOS, in place of JATOS' own `jatos.js` (docs/decisions/jatos-and-batch-session.md).
 * The functions have the names and parameters of JATOS 3; they act on the run on this platform.
 */

type Callback = (value?: unknown) => unknown;

const commonlab = window.commonlab ?? commonlabWithoutRun();

const jatos: Record<string, unknown> = {};
const loaded = deferred();
let errorHandlers: Callback[] = [];
const complainQuietly = (message: string) =>
  commonlab.event({ type: 'error', message, file: 'jatos.js', line: null });
const complain = (reason: unknown) => {
  const message = reason instanceof Error ? reason.message : String(reason);
  void complainQuietly(message);
  for (const handler of errorHandlers) handler(message);
};

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? {} : (JSON.parse(text) as unknown);
  } catch {
    return {};
  }
};

/** Returns ids like those of JATOS. They are computed from the run, and reveal nothing more. */
const idsOf = ({ position }: CurrentComponent) => {
  const { code: run, number } = jatosIdsOf(commonlab.seed);
  return {
    workerId: commonlab.participant,
    workerType: 'PersonalSingle',
    batchId: null,
    groupResultId: null,
    studyId: null,
    studyCode: run,
    studyResultId: number,
    studyResultUuid: run,
    componentId: position,
    componentPos: position,
    componentResultId: number * 100 + position,
  };
};

/** Sets everything that a study may read, once the page knows which component it is. */
function describe(here: CurrentComponent): void {
  const { description, position } = here;
  const { study, batch, components } = description;
  const component = components[position - 1];
  const listed = components.map(({ uuid, title, path, active, reloadable }, i) => ({
    ...{ id: i + 1, uuid, title, active, reloadable, htmlFilePath: path, position: i + 1 },
  }));
  const { input: studyInput, ...studyProperties } = study;
  const { input: batchInput, ...batchProperties } = batch;
  Object.assign(jatos, idsOf(here), {
    studySessionData: parsed(commonlab.memory.getItem(studySessionDataKey)),
    // In place of the number that a panel gave to the person, the study gets the pseudonym.
    urlQueryParameters: commonlab.participant ? { PROLIFIC_PID: commonlab.participant } : {},
    studyProperties,
    studyInput,
    studyJsonInput: studyInput,
    studyLength: components.length,
    batchProperties,
    batchInput,
    batchJsonInput: batchInput,
    componentList: listed,
    componentProperties: listed[position - 1],
    componentInput: component?.input,
    componentJsonInput: component?.input,
  });
}

/** Functions that can act only once the page knows which component it is; calls before that wait. */
interface Present {
  readonly here: CurrentComponent;
  readonly flow: ComponentFlow;
  readonly results: ComponentResults;
}
let present: Present | undefined;
const late =
  (act: (at: Present, ...given: readonly unknown[]) => Thenable) =>
  (...given: readonly unknown[]): Thenable =>
    present
      ? act(present, ...given)
      : thenable(loaded.then(() => present && act(present, ...given)));

/** Callbacks are the last arguments. The data and the message before them are optional. */
const functionIn = (given: readonly unknown[]) => given.find((one) => typeof one === 'function');
const dataIn = (given: unknown) => (typeof given === 'function' ? undefined : given);
const placeOf = ({ here }: Present, wanted: unknown, name: 'uuid' | 'title'): number =>
  here.description.components.findIndex((one) => one[name] === wanted) + 1;

/** Reads the arguments `(data, successful, message, …)`, or `(successful, message, …)` as in older versions. */
function endingIn(given: readonly unknown[]) {
  const [data, ...more] = typeof given[0] === 'boolean' ? [undefined, ...given] : given;
  const [successful, message] = more;
  const [onSuccess, onError] = more.filter((one) => typeof one === 'function');
  return {
    data: dataIn(data),
    ...(typeof successful === 'boolean' && { successful }),
    ...(typeof message === 'string' && { message }),
    onSuccess,
    onError,
  };
}

const end = late(({ flow }, ...given) => flow.end(endingIn(given)));
const abort = late(({ flow }, message, onSuccess, onError) =>
  flow.abort(message, onSuccess, onError),
);
const append = late(({ flow, results }, data, onSuccess, onError) =>
  flow.answered(results.append(data), onSuccess, onError),
);
const toUuid = late((at, which, data, ...more) => {
  const position = typeof which === 'number' ? which : placeOf(at, which, 'uuid');
  return at.flow.goTo(position, dataIn(data), functionIn(more));
});

const batch = new BatchSession(commonlab, () => jatos.batchSessionVersioning !== false);
const batchSession = batchFunctions(batch, (operation, onSuccess, onFail) =>
  thenable(batch.change(operation))
    .done(isFunction(onSuccess) ? onSuccess : undefined)
    // If another participant has changed the document first, the study repeats its change, so no error is reported.
    .fail(isFunction(onFail) ? onFail : undefined, (reason) =>
      reason instanceof BatchChanged ? undefined : complain(reason),
    ),
);

let warns = false;
addEventListener('beforeunload', (event) => {
  if (warns && present?.flow.isLeaving !== true) event.preventDefault();
});

const methods = {
  submitResultData: late(({ flow, results }, data, onSuccess, onError) =>
    flow.answered(results.submit(data), onSuccess, onError),
  ),
  appendResultData: append,
  appendLargeResultData: append,
  uploadResultFile: late(({ flow }, what, name, onSuccess, onError) =>
    flow.answered(storeUploadedFile(commonlab, what, name), onSuccess, onError),
  ),
  downloadResultFile: late(({ flow }, ...given) => {
    const [onSuccess, onError] = given.filter((one) => typeof one === 'function');
    return flow.answered(readDownloadedFile(commonlab, given), onSuccess, onError);
  }),
  setStudySessionData: late(({ flow }, data, onSuccess, onError) => {
    jatos.studySessionData = data;
    flow.keepSessionData();
    return flow.answered(Promise.resolve(), onSuccess, onError);
  }),
  startComponent: toUuid,
  startComponentByUuid: toUuid,
  startComponentByPos: late(({ flow }, position, data, ...more) =>
    flow.goTo(Number(position), dataIn(data), functionIn(more)),
  ),
  startComponentByTitle: late((at, title, data, ...more) =>
    at.flow.goTo(placeOf(at, title, 'title'), dataIn(data), functionIn(more)),
  ),
  startNextComponent: late(({ flow }, data, ...more) => flow.next(dataIn(data), functionIn(more))),
  startLastComponent: late(({ flow }, data, ...more) => flow.last(dataIn(data), functionIn(more))),
  endComponent: late(({ flow }, data, ...more) =>
    flow.next(typeof data === 'boolean' ? undefined : dataIn(data), functionIn(more)),
  ),
  endStudy: end,
  endStudyAjax: end,
  endStudyWithoutRedirect: end,
  // The address is recorded but not opened, since the page around the study decides where the person continues.
  endStudyAndRedirect: late(({ flow }, url, ...given) => flow.end({ ...endingIn(given), url })),
  abortStudy: abort,
  abortStudyAjax: abort,
  abortStudyWithoutRedirect: abort,
  abortStudyAndRedirect: (_url: unknown, message?: unknown) => abort(message),
  addAbortButton: (config: object = {}) =>
    showAbortButton(config, (message) => void abort(message)),
  addJatosIds: (data: object) => Object.assign(data, present && idsOf(present.here)),
  log: (message: unknown) => void commonlab.event({ type: 'log', message: String(message) }),
  logError: (message: unknown) => void complainQuietly(String(message)),
  showBeforeUnloadWarning: (wanted = true) => void (warns = wanted),
};

function begin(here: CurrentComponent): void {
  const results = new ComponentResults(commonlab, here.position);
  const sessionData = () => jatos.studySessionData;
  describe(here);
  const flow = new ComponentFlow({ here, commonlab, results, batch, sessionData, complain });
  present = { here, results, flow };
  const title = here.description.components[here.position - 1]?.title ?? '';
  void commonlab.event({ type: 'component', position: here.position, title });
  loaded.resolve();
}

const onLoad = (handler: Callback): Thenable =>
  loaded.done(() => whenThereIsABody(() => handler()));

Object.assign(jatos, methods, {
  ...connectionFunctions(onLoad),
  version: '3.10.4',
  jQuery: Object.assign((...given: readonly unknown[]) => realJQuery()?.(...given), {
    Deferred: deferred,
  }),
  loaded: () => loaded.promise(),
  onLoad,
  onError: (handler: Callback) => void (errorHandlers = [...errorHandlers, handler]),
  onEndStudy: () => undefined,
  // This function does nothing, since the runner already records errors of the study.
  catchAndLogErrors: () => undefined,
  showOverlay,
  removeOverlay,
  removeOverlays: removeOverlay,
  waitSendDataOverlayConfig: {},
  batchSession,
  onBatchSession: (handler: unknown) => batch.onChange(handler),
  ...unsupportedFunctions((what) => {
    const failed = Promise.reject(new Error(`${what} is not available here`));
    return thenable(failed).fail(complain);
  }),
});
const set = (handler: Callback) => void onLoad(handler);
Object.defineProperty(jatos, 'onload', { get: () => onLoad, set, configurable: true });
// `jatos` is an ordinary variable of the page, as in JATOS: studies may declare it before the script does, or load the script twice.
Object.assign(window, { jatos });

const realJQuery = () => (window as { jQuery?: (...given: readonly unknown[]) => unknown }).jQuery;

// Studies read the batch session synchronously, so it is loaded before anything else begins.
const withBatch = () => batch.load().catch(complain);
Promise.all([readCurrentComponent(), withBatch()]).then(
  ([here]) => begin(here),
  (error: unknown) => {
    complain(error);
    loaded.reject(error);
  },
);
