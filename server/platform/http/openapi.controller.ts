import { Controller, Header, Inject } from '@nestjs/common';
import { CAPABILITIES } from '../capabilities-token';
import type { Endpoint } from '../../../contracts/base/endpoint';
import { openApi, type ApiCallSample } from './openapi';
import { Serves } from './operation';
import {
  isDocumentedOperation,
  openApiDocument,
  type ServerRoute,
} from '../../../contracts/base/non-json-operations';

/** The part of the contexts' declarations from which the OpenAPI document is built. */
interface Described {
  readonly contexts: readonly {
    readonly samples?: Readonly<Record<string, readonly ApiCallSample[]>>;
  }[];
  readonly endpoints: readonly Endpoint[];
  readonly operations: readonly ServerRoute[];
}

/**
 * The documents that were already built: building one takes a tenth of a second, and all servers in
 * a process have the same declarations.
 */
const documents = new WeakMap<Described, string>();

function documentOf(capabilities: Described): string {
  const { contexts, endpoints, operations } = capabilities;
  const known = documents.get(capabilities);
  if (known !== undefined) return known;
  const made = JSON.stringify(
    openApi(
      endpoints,
      { title: 'Commonlab', version: '1' },
      operations.filter(isDocumentedOperation),
      Object.fromEntries(contexts.flatMap(({ samples = {} }) => Object.entries(samples))),
    ),
  );
  documents.set(capabilities, made);
  return made;
}

/**
 * Serves the contract as an OpenAPI document, which is built from the schemas that validate
 * requests.
 */
@Controller()
export class OpenApiController {
  private readonly document: string;

  constructor(@Inject(CAPABILITIES) capabilities: Described) {
    this.document = documentOf(capabilities);
  }

  @Serves(openApiDocument)
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=300')
  read(): string {
    return this.document;
  }
}
