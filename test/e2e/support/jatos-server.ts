import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { unzipSync } from 'fflate';

/*
 * A server that does with an archive what JATOS 3.9 and 3.10 do. It imports the archive, serves a
 * component and its files, and receives results at the addresses that JATOS' script uses.
 */

interface Component {
  uuid: string;
  title: string;
  htmlFilePath: string;
  reloadable: boolean;
  active: boolean;
}
interface Description {
  version: string;
  data: { uuid: string; title: string; dirName: string; componentList: Component[] };
}
/** The result of a started component, as JATOS would show it. */
export interface ComponentResult {
  readonly component: string;
  data: string;
  readonly files: Map<string, Buffer>;
}
export interface JatosRun {
  readonly url: string;
  readonly results: readonly ComponentResult[];
  readonly session: () => unknown;
  /** How the study has reported its end; null until it has. */
  readonly end: () => { successful: string | null; message: string | null } | null;
}

/**
 * The part of JATOS' script that an archive uses. Unlike the real script, it sends with `fetch`,
 * and not from a worker.
 */
const script = `(() => {
  const send = window.fetch.bind(window);
  const at = (path) => new URL(path, location.href);
  const promise = (made) => {
    const one = {
      done(act) { made.then(act, () => {}); return one; },
      fail(act) { made.catch((error) => act(error.message, error.status)); return one; },
    };
    return one;
  };
  const asked = (path, method, body) => promise(send(at(path), { method, body }).then((answer) => {
    if (!answer.ok) throw Object.assign(new Error(answer.statusText), { status: answer.status });
    return method === 'GET' ? answer.blob() : undefined;
  }));
  let isLoaded = false;
  const waiting = [];
  const jatos = (window.jatos = {
    onLoad: (act) => void (isLoaded ? act() : waiting.push(act)),
    appendResultData: (data) => asked('resultData', 'POST', data),
    uploadResultFile: (blob, name) => asked('files/' + encodeURI(name), 'POST', blob),
    downloadResultFile: (name) => asked('files/' + encodeURI(name), 'GET'),
    setStudySessionData: (data) => {
      jatos.studySessionData = data;
      return asked('../studySessionData', 'POST', JSON.stringify(data));
    },
    endStudy: (successful, message) => {
      const query = new URLSearchParams({ successful, ...(message && { message }) });
      location.href = at('../end?' + query);
    },
  });
  send(at('initData')).then((answer) => answer.json()).then((data) => {
    jatos.studySessionData = JSON.parse(data.studySessionData);
    isLoaded = true;
    waiting.splice(0).forEach((act) => act());
  });
})();`;

/**
 * Imports an archive as JATOS does.
 * @throws Error if JATOS would refuse the archive
 */
function imported(archive: Uint8Array) {
  const entries = Object.entries(unzipSync(archive)).filter(([path]) => !path.endsWith('/'));
  const descriptions = entries.filter(([path]) => /^[^/]+\.jas$/.test(path));
  const folders = new Set(entries.flatMap(([path]) => /^([^/]+)\//.exec(path)?.[1] ?? []));
  if (descriptions.length !== 1 || folders.size !== 1) throw new Error('not a study of JATOS');
  const { version, data } = JSON.parse(
    Buffer.from(descriptions[0]?.[1] ?? []).toString(),
  ) as Description;
  const [folder = ''] = folders;
  if (version !== '3' || data.dirName !== folder || /[\s*?"\\/,`<>|:~!§$%&^°]/.test(folder))
    throw new Error(`not a description: ${folder}`);
  for (const { htmlFilePath, title } of data.componentList)
    if (!/^[\w-][\w/-]*\.[\w-]+$/.test(htmlFilePath) || title.trim() === '')
      throw new Error(`not a component: ${htmlFilePath}`);
  const files = new Map(
    entries.flatMap(([path, content]) =>
      path.startsWith(`${folder}/`)
        ? [[path.slice(folder.length + 1), Buffer.from(content)] as const]
        : [],
    ),
  );
  return { data, files };
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  wav: 'audio/wav',
};
const bodyOf = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/**
 * Starts one run of the study in an archive, with the worker id 42.
 * @param own files of the real JATOS that replace the script above
 */
export async function startJatos(
  archive: Uint8Array,
  own: (path: string) => Buffer | undefined = (path) =>
    path === 'jatos.js' ? Buffer.from(script) : undefined,
): Promise<JatosRun & { study: Description['data']; stop: () => Promise<void> }> {
  const { data, files } = imported(archive);
  const run = '5f0c6a52-1d1c-4a52-9b4f-0c9a3f2f7a11';
  const results: ComponentResult[] = [];
  let session: unknown = {};
  let end: ReturnType<JatosRun['end']> = null;
  const say = (response: ServerResponse, content: Buffer | string, type = 'html') =>
    void response.setHeader('content-type', types[type] ?? 'application/octet-stream').end(content);
  const properties = { studyProperties: {}, batchProperties: {}, componentProperties: {} };
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://jatos.invalid');
    const [, publix, asked, which = '', ...rest] = pathname.split('/').map(decodeURIComponent);
    const path = rest.join('/');
    if (publix !== 'publix' || asked !== run) return void response.writeHead(404).end();
    const current = results.at(-1);
    if (which === 'end') {
      end = { successful: searchParams.get('successful'), message: searchParams.get('message') };
      return say(response, '<!doctype html><title>End</title><h1>Study finished</h1>');
    }
    if (which === 'studySessionData') {
      session = JSON.parse((await bodyOf(request)).toString());
      return say(response, '');
    }
    const component = data.componentList.find(({ uuid }) => uuid === which);
    if (!component) return void response.writeHead(404).end();
    if (path === 'start') {
      results.push({ component: component.title, data: '', files: new Map() });
      const ids = `workerId=42&componentPos=1&urlBasePath=/&studyResultUuid=${run}`;
      response.setHeader('set-cookie', `JATOS_ID_0=${ids}; Path=/`);
      return say(response, files.get(component.htmlFilePath) ?? '');
    }
    if (path === 'initData')
      return say(
        response,
        JSON.stringify({
          ...properties,
          componentProperties: { reloadable: component.reloadable },
          componentList: data.componentList,
          studySessionData: JSON.stringify(session),
          urlQueryParameters: {},
        }),
        'json',
      );
    if (path === 'resultData' && current) {
      current.data += (await bodyOf(request)).toString();
      return say(response, '');
    }
    if (path.startsWith('files/') && current && request.method === 'POST') {
      current.files.set(path.slice('files/'.length), await bodyOf(request));
      return say(response, '');
    }
    const file = own(path) ?? files.get(path);
    if (!file) return void response.writeHead(404).end();
    say(response, file, path.split('.').at(-1));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    study: data,
    results,
    session: () => session,
    end: () => end,
    url: `http://127.0.0.1:${port}/publix/${run}/${data.componentList[0]?.uuid}/start`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Splits the results that our archives send into lines with trials and all other lines. */
export function jatosResultLinesIn(results: readonly ComponentResult[]) {
  const lines = results
    .flatMap(({ data }) => data.split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    trials: lines.filter((line) => !('commonlab' in line)),
    others: lines.filter((line) => 'commonlab' in line),
  };
}
