import { anyone, type Access } from './access';
import type { Endpoint } from './endpoint';
import type { ErrorCode } from './errors';

interface Json {
  [key: string]: unknown;
}
interface Answer {
  description: string;
  headers?: Json;
  content?: Json;
}
/** A route of the server whose response is not JSON, or that no API client needs. */
export interface NonJsonOperation {
  readonly method: 'get' | 'post' | 'patch' | 'options';
  readonly path: `/${string}` | '*';
  readonly summary: string;
  readonly access: Access;
  /** Set if the response is a stream, which has no time limit: it may take as long as the client's connection needs. */
  readonly streamed?: true;
  /** Whether the route serves a part of the built web app. A server that runs without this build lacks such routes. */
  readonly ofWebApp?: true;
}
export interface DocumentedOperation extends NonJsonOperation {
  readonly method: 'get' | 'post' | 'patch';
  readonly path: `/${string}`;
  readonly bodyBytes?: number;
  readonly parameters?: readonly Json[];
  readonly requestBody?: Json;
  readonly replies: Readonly<Record<number, Answer>>;
  readonly errors: readonly ErrorCode[];
}

const text = { type: 'string' };
const bytes = { type: 'string', format: 'binary' };
const header = (description: string, schema: Json = text) => ({ description, schema });
const inPath = (name: string, schema: Json) => ({ name, in: 'path', required: true, schema });
/** Describes a parameter of a signed URL. The signature covers all parameters. */
const signed = (name: string, schema: Json = text) => ({
  name,
  in: 'query',
  required: true,
  schema,
});
const attachment = {
  'Content-Disposition': header('`attachment`, with a name for the file'),
  'Content-Length': header('Bytes', { type: 'integer' }),
};

const rangeHeaders = {
  ...attachment,
  'Accept-Ranges': header('`bytes`'),
  ETag: header('The same for as long as the copy is there: for `If-Range`'),
};
const rangeParameters = ['Range', 'If-Range'].map((name) => ({
  name,
  in: 'header',
  required: false,
  schema: text,
}));
const ranged = (whole: string, type: string) => ({
  200: { description: whole, headers: rangeHeaders, content: { [type]: { schema: bytes } } },
  206: {
    description: 'The bytes that were asked for',
    headers: { ...rangeHeaders, 'Content-Range': header('Which of how many') },
    content: { [type]: { schema: bytes } },
  },
});
/** Describes the download of an archive from a signed URL; a client can resume it with `Range`. */
export const archiveAtSignedUrl: Pick<DocumentedOperation, 'parameters' | 'replies'> = {
  parameters: [
    inPath('id', { type: 'string', format: 'uuid' }),
    signed('expires'),
    signed('sign_in', { type: 'string', format: 'uuid' }),
    signed('signature'),
    ...rangeParameters,
  ],
  replies: ranged('The whole copy', 'application/zip'),
};

export const robotsFile: DocumentedOperation = {
  method: 'get',
  path: '/robots.txt',
  summary: "For search engines; its header names the visitor's regional server",
  access: anyone,
  errors: [],
  replies: {
    200: {
      description: 'What is not to be indexed',
      headers: {
        'Visitor-Region': header(
          "The regional server of the visitor's country; of an unknown one, as by IPv6, this server's",
          {
            type: 'string',
            enum: ['eu', 'us', 'global'],
          },
        ),
      },
      content: { 'text/plain': { schema: text } },
    },
  },
};
export const samlMetadata: DocumentedOperation = {
  method: 'get',
  path: '/api/saml/metadata/',
  summary: 'What identity providers have to know about this server',
  access: anyone,
  errors: [],
  replies: {
    200: {
      description: 'Metadata of a SAML 2.0 service provider',
      content: { 'application/samlmetadata+xml': { schema: text } },
    },
  },
};
/**
 * The form that a browser posts after a SAML sign-on. It needs no token. The server checks the
 * signature of the identity provider's response, and checks whether the response belongs to a
 * sign-on request of this server.
 */
export const samlResponse: DocumentedOperation = {
  method: 'post',
  path: '/api/saml/acs/',
  summary:
    "A browser brings an identity provider's response; whatever comes of it, it goes on to the web app",
  access: anyone,
  errors: ['malformed_body', 'too_large', 'unsupported_media_type'],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['SAMLResponse'],
          properties: { SAMLResponse: text, RelayState: text },
        },
      },
    },
  },
  replies: {
    303: {
      description:
        'On to the web app: with `saml_access_code` and `state`, or with the code of an `error`',
      headers: {
        Location: header('An address of the web app', { type: 'string', format: 'uri' }),
      },
    },
  },
};
/**
 * Any client with the signed address may download the file; the address is valid for some minutes.
 */
export const exportFileDownload: DocumentedOperation = {
  method: 'get',
  path: '/api/exports/{id}/file/',
  summary: 'The bytes of a copy, by the signed `download_url` of it',
  access: anyone,
  errors: ['not_found', 'too_many_requests'],
  ...archiveAtSignedUrl,
};
/**
 * The server checks only the signature of the address, not who makes the request: visitors without
 * an account may read consent forms.
 */
export const storedFile: DocumentedOperation = {
  method: 'get',
  path: '/api/objects/{sha256}/',
  summary: 'The bytes of a stored file, by a signed address such as `file_url`',
  access: anyone,
  errors: ['not_found'],
  parameters: [
    inPath('sha256', { type: 'string', pattern: '^[0-9a-f]{64}$' }),
    signed('expires'),
    signed('name'),
    signed('type'),
    signed('signature'),
    {
      name: 'inline',
      in: 'query',
      required: false,
      schema: { type: 'string', enum: ['1'] },
      description:
        'To be shown, instead of saved: a PDF, a picture, a sound or a video. A PDF only in a frame of the web app',
    },
    ...rangeParameters,
  ],
  replies: ranged('The whole file, of the type that its address names', '*/*'),
};
/** A page or a file of a study: not documented, since only browsers that run a study read it. */
export const studyFile: NonJsonOperation = {
  method: 'get',
  path: '/s/*',
  summary: "A study's own file, by an address that is given for a run or a preview",
  access: anyone,
};
export const openApiDocument: NonJsonOperation = {
  method: 'get',
  path: '/api/openapi.json',
  summary: 'The contract itself',
  access: anyone,
};
export const healthLive: NonJsonOperation = {
  method: 'get',
  path: '/health/live',
  summary: 'For the orchestrator: says that the process answers',
  access: anyone,
};
export const healthReady: NonJsonOperation = {
  method: 'get',
  path: '/health/ready',
  summary: 'For the orchestrator: says that database and queue answer',
  access: anyone,
};
/** A CORS preflight request (Fetch standard, 3.3.7). The CORS plugin answers it, no controller. */
export const corsPreflight: NonJsonOperation = {
  method: 'options',
  path: '*',
  summary: 'What a browser asks before it calls from another origin',
  access: anyone,
};
export const webAppPage: NonJsonOperation = {
  method: 'get',
  path: '/*',
  summary: 'The page of the web app, which holds no data by itself',
  access: anyone,
  ofWebApp: true,
};
/** The page that runs studies: a document of its own, since it is cross-origin isolated. */
export const runnerPage: NonJsonOperation = {
  method: 'get',
  path: '/run/{participation}',
  summary: 'The page around a study that runs here, which holds no data by itself',
  access: anyone,
  ofWebApp: true,
};
/** One route per file of the build: `{file}` stands for its path. */
export const webAppFile: NonJsonOperation = {
  method: 'get',
  path: '/{file}',
  summary: 'A file of the built web app',
  access: anyone,
  ofWebApp: true,
};

export type ServerRoute = Endpoint | NonJsonOperation;

export const isDocumentedOperation = (operation: ServerRoute): operation is DocumentedOperation =>
  'replies' in operation && operation.method === operation.method.toLowerCase();
